import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export const root = path.resolve(import.meta.dirname, '../..')

const notOurs = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'paraglide'])

/** Paths of all maintained files, without installed and generated ones. */
export function listFiles(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const location = path.posix.join(folder, entry.name)
    if (notOurs.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(location) : [location]
  })
}

export function readSource(location: string): SourceFile {
  return { path: location, text: readFileSync(path.join(root, location), 'utf8') }
}

const isScript = (location: string): boolean => /\.(ts|tsx|mjs|js)$/.test(location)

/** The scripts of the whole repository. */
export function readScripts(): SourceFile[] {
  return listFiles().filter(isScript).map(readSource)
}
