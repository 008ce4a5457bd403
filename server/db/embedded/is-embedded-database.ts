import { existsSync } from 'node:fs'
import path from 'node:path'

/** Whether a folder holds a database: opening any other one would make a new database in it. */
export function isEmbeddedDatabase(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION'))
}
