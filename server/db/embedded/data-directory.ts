import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the directory of an embedded database. Two processes in one directory silently lose each
 * other's writes. The lock is SQLite's exclusive file lock: it is in the directory itself, so
 * that containers that share the directory share the lock, and the kernel releases it when the
 * process ends, even by kill -9. Throws with the other process' id when it is taken.
 */
export async function lockDataDirectory(directory: string): Promise<() => Promise<void>> {
  mkdirSync(directory, { recursive: true })
  const owner = path.join(directory, '.lock-owner')
  const lock = takeLock(path.join(directory, '.lock'))
  if (!lock) throw new Error(`${directory} is in use by ${readOwner(owner)}`)
  writeFileSync(owner, `process ${process.pid} on ${os.hostname()}`)
  return () => {
    if (!lock.isOpen) return Promise.resolve()
    rmSync(owner, { force: true })
    lock.close()
    return Promise.resolve()
  }
}

/** Null when another process holds it. */
function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Without a journal file: nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /database is locked/.test(error.message)) return null
    throw error
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'another process'
  }
}

/** Whether a folder contains a database: opening any other folder would create one in it. */
export function isEmbeddedDatabase(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION'))
}
