import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stampName = '.stamp'

/** What the built pages are made from. */
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

/** One hash over files and folders, named from the root: those that the built pages are made from. */
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

/** Whether what is in a folder was made from the sources of this hash. */
export async function isBuiltFrom(directory: string, hash: string): Promise<boolean> {
  return (await readFile(join(directory, stampName), 'utf8').catch(() => '')) === hash
}

/** Notes in a folder what its files were made from: the last step, so that half of them count as none. */
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
