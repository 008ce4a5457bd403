import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
}

/**
 * Without durability, copying the files costs half of copying through the log; with it, copying
 * waits for the disk. Older servers have no other strategy, nor a name for it.
 */
const isQuickAtFiles = `select where current_setting('fsync') = 'off'
  and current_setting('server_version_num')::int >= 150000`

/**
 * Creates a database on a server, a copy of `template` if one is named. `letters` is the locale
 * that defines letters; by default the server's or the template's.
 */
export async function createPostgresDatabase(
  serverUrl: string,
  template = 'template0',
  letters?: string,
): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ctype = letters === undefined ? '' : ` lc_ctype ${pg.escapeLiteral(letters)}`
  const create = `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}${ctype}`
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query(isQuickAtFiles)
    await client.query(rowCount === 0 ? create : `${create} strategy file_copy`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { name, url: url.href }
}

/** Deletes a database even while clients are connected. */
export async function dropPostgresDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(serverUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

async function withClient(
  serverUrl: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
