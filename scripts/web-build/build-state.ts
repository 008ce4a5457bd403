import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * Waits until no other process builds in a directory, then locks it until this process ends. The
 * lock is a name that the kernel frees however the process ends, so none is left behind.
 */
export async function takeBuildLock(directory: string): Promise<void> {
  const name = lockName(directory)
  while (!(await listenOn(name))) await waitForOwner(name)
}

function lockName(directory: string): string {
  const id = `web-build-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`
  return join(tmpdir(), `${id}.sock`)
}

/** False when the name is taken. */
async function listenOn(name: string): Promise<boolean> {
  const server = createServer((waiting) => waiting.on('error', () => waiting.destroy()).unref())
  server.listen(name).unref()
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}

/** The connection ends with the process at its other end. */
async function waitForOwner(name: string): Promise<void> {
  const connection = connect(name).on('error', () => {
    // Only a socket file (macOS) can outlive its process; then nothing answers.
    if (isAbsolute(name)) rmSync(name, { force: true })
  })
  connection.resume()
  // Not `once` of node:events, which rejects on an error when the owner dies: its death is what we
  // wait for.
  await new Promise((resolve) => connection.once('close', resolve))
}

const root = join(import.meta.dirname, '../..')
const stampName = '.stamp'

/** The sources of the built pages. */
const pageSources = [
  'web',
  'domain',
  'contract',
  'site',
  'content',
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
