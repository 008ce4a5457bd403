import { accessSync, constants, readdirSync } from 'node:fs'
import path from 'node:path'

/** Where Debian, Fedora and Homebrew install the server's programs; `initdb` is seldom on the PATH. */
const parentFolders = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']

/** The newest folder with Postgres' `initdb` and `postgres`; undefined without one. */
export function findPostgresBinaries(searchPath: string): string | undefined {
  const installed = parentFolders.flatMap((parent) =>
    listFolders(parent)
      .toSorted((a, b) => Number.parseInt(b) - Number.parseInt(a))
      .map((folder) => path.join(parent, folder, 'bin')),
  )
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

function listFolders(parent: string): string[] {
  try {
    return readdirSync(parent)
  } catch {
    return []
  }
}
