import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
}

/**
 * A new database on a server, a copy of `template` when one is named. `letters` is the locale that
 * says what a letter is; without one, what the server or the template says.
 */
export async function createPostgresDatabase(
  serverUrl: string,
  template = 'template0',
  letters?: string,
): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ctype = letters === undefined ? '' : ` lc_ctype ${pg.escapeLiteral(letters)}`
  // Copying the files costs half of what copying by the log does.
  await execute(
    serverUrl,
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}${ctype} strategy file_copy`,
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { name, url: url.href }
}

/** Deletes a database, whoever is still connected to it. */
export async function dropPostgresDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
