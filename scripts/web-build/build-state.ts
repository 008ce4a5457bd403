import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Kept open until this process ends. */
let buildLock: DatabaseSync | undefined
const lockRetryMilliseconds = 250

/**
 * Waits until no other process builds in a directory, then locks it until this process ends. The
 * lock is SQLite's exclusive file lock, which the kernel releases however the process ends.
 */
export async function takeBuildLock(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  buildLock = new DatabaseSync(join(directory, '.lock'))
  if (tryLock(buildLock)) return
  console.log('Waiting for another build to end.')
  do await sleep(lockRetryMilliseconds)
  while (!tryLock(buildLock))
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Without a journal file: nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'database is locked') return false
    throw error
  }
}

const root = join(import.meta.dirname, '../..')
const stampName = '.stamp'

const pageSources = [
  'web',
  'domain',
  'contract',
  'site/public',
  'content/messages',
  'scripts/web-build',
  'scripts/build-web.ts',
  'scripts/compile-messages.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** One hash over files and folders, named from the root; by default the sources of the pages. */
export async function hashSources(sources: readonly string[] = pageSources): Promise<string> {
  const lists = await Promise.all(sources.map((source) => listFiles(join(root, source))))
  const hash = createHash('sha256')
  for (const file of lists.flat().toSorted()) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
  }
  return hash.digest('hex')
}

/** Whether a folder was built from the sources of this hash. */
export async function isBuiltFrom(directory: string, hash: string): Promise<boolean> {
  return (await readFile(join(directory, stampName), 'utf8').catch(() => '')) === hash
}

/** Records in a folder what it was built from: the last step, so that an incomplete build does not count. */
export async function writeStamp(directory: string, hash: string): Promise<void> {
  await writeFile(join(directory, stampName), hash)
}

async function listFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !isGeneratedOrTest(entry.parentPath, entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function isGeneratedOrTest(folder: string, name: string): boolean {
  return folder.split(sep).includes('paraglide') || /\.test\.tsx?$/.test(name)
}
