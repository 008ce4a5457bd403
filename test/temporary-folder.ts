import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** Ample space for all databases that the suite has open at once. */
const neededBytes = 4 * 1024 ** 3

/**
 * A new folder for a database that only a test needs: in memory where there is plenty, because a
 * database is a thousand small files, which a disk copies ten times slower. TMPDIR comes
 * first: the process that sets it deletes what is left there.
 */
export function makeTemporaryFolder(prefix: string): string {
  return mkdtempSync(path.join(process.env.TMPDIR || !hasRoom() ? tmpdir() : memory, prefix))
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
