import { accessSync, constants, globSync } from 'node:fs'
import path from 'node:path'

/**
 * Where Debian, PostgreSQL's own packages for Red Hat, and Homebrew install each version; `initdb` is
 * seldom on the PATH.
 */
const versionFolders = [
  '/usr/lib/postgresql/*',
  '/usr/pgsql-*',
  '/opt/homebrew/opt/postgresql@*',
  '/usr/local/opt/postgresql@*',
]

/** The newest folder with Postgres' `initdb` and `postgres`; undefined without one. */
export function findPostgresBinaries(searchPath: string): string | undefined {
  const installed = globSync(versionFolders)
    .toSorted((a, b) => versionOf(b) - versionOf(a))
    .map((folder) => path.join(folder, 'bin'))
  return [...installed, ...searchPath.split(path.delimiter)].find(
    (folder) =>
      isExecutable(path.join(folder, 'initdb')) && isExecutable(path.join(folder, 'postgres')),
  )
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionOf(folder: string): number {
  return Number(/\d+$/.exec(folder)?.[0] ?? 0)
}
