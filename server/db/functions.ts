import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'

/** The current text of each SQL function, with its triggers, in a file of the function's name. */
export const functionsFolder = path.join(import.meta.dirname, 'functions')

/**
 * Creates or replaces a function and its triggers. A version is the digest of the text, so that a
 * migration always does what it did when it was written: the text of that version is in the file
 * or, once a later migration has applied another, in `earlier/`.
 * @throws when neither has that version, as after editing the file without a new migration.
 */
export async function applyFunction<Tables>(
  db: Kysely<Tables>,
  name: string,
  version: string,
  folder = functionsFolder,
): Promise<void> {
  const current = readFunction(path.join(folder, `${name}.sql`))
  const earlierFile = path.join('earlier', `${name}.${version}.sql`)
  const found = [current, readFunction(path.join(folder, earlierFile))].find(
    (text) => text?.version === version,
  )
  if (!found) {
    const newVersion = current?.version ?? 'none'
    throw new Error(
      `${name}.sql has version ${newVersion}, and a migration applies ${version}: keep the text of ${version} as ${earlierFile}, and apply ${newVersion} in a new migration`,
    )
  }
  for (const statement of found.statements) await sql.raw(statement).execute(db)
}

interface FunctionText {
  /** One by one, as the embedded database needs them; each begins with `create` at a line start. */
  readonly statements: readonly string[]
  /** The digest of the statements alone, so that a comment above them may change. */
  readonly version: string
}

/** Null when the file does not exist. */
export function readFunction(file: string): FunctionText | null {
  if (!existsSync(file)) return null
  // A checkout on Windows may have other line ends.
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const [, ...statements] = `\n${text}`.split(/^(?=create )/m)
  const version = createHash('sha256').update(statements.join('')).digest('hex').slice(0, 8)
  return { statements, version }
}
