import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { findFreePort } from '#test/free-port.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#test/database.ts'
import { endWhenSilent, openDatabase, type Database } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

describeOnEachDatabase('an error', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it.each(['select 1/0', 'select nothing', "select 'a'::int"])(
    'of a bad query does not count as an unavailable database: %s',
    async (query) => {
      const error = await failureOf(sql.raw(query).execute(database.db))
      expect(isDatabaseUnavailable(error)).toBe(false)
    },
  )

  it('after closing counts as an unavailable database', async () => {
    await database.close()
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`.execute(database.db)))).toBe(true)
  })
})

it.each([
  ['a file that is not there', () => readFile('/nothing/here')],
  ['another server that refuses', async () => fetch(`http://127.0.0.1:${await findFreePort()}`)],
  ['a visitor who went away', () => Promise.reject(codeError('aborted', 'ECONNRESET'))],
])('an error of something else says nothing of the database: %s', async (_name, fail) => {
  expect(isDatabaseUnavailable(await failureOf(fail()))).toBe(false)
})

function codeError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

describeOnPostgres('an unreachable database', (_, createTestDatabase) => {
  it('is recognised when its port is closed', async () => {
    const url = `postgres://shop@127.0.0.1:${await findFreePort()}/shop`
    expect(await isReportedUnavailable(url)).toBe(true)
  })

  it('is recognised when its name does not resolve', async () => {
    expect(await isReportedUnavailable('postgres://shop@database.invalid/shop')).toBe(true)
  })

  it('is recognised when an administrator ends the connection', async () => {
    const location = await createTestDatabase()
    const database = await openDatabase(location, () => {})
    const error = await failureOf(
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db),
    )
    await database.close()
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('is recognised when its socket is missing', async () => {
    expect(await isReportedUnavailable('postgres:///shop?host=/nothing/here')).toBe(true)
  })

  it('is recognised when a connection falls silent, and that connection is destroyed', async () => {
    const location = await createTestDatabase()
    if (location.kind !== 'postgres') throw new Error('needs an address')
    const client = new pg.Client({ connectionString: location.url })
    client.on('error', () => {})
    await client.connect()
    endWhenSilent(client, 200)
    const error = await failureOf(client.query('select pg_sleep(60)'))
    expect(isDatabaseUnavailable(error)).toBe(true)
    await expect(client.query('select 1')).rejects.toThrow('not queryable')
  })

  it('does not mean a wrong password or database name', async () => {
    const location = await createTestDatabase()
    if (location.kind !== 'postgres') throw new Error('needs an address')
    const url = new URL(location.url)
    url.pathname = '/no_such_database'
    expect(await isReportedUnavailable(url.href)).toBe(false)
  })

  it('does not end the process when a connection breaks inside a transaction', async () => {
    const location = await createTestDatabase()
    const [database, administrator] = await Promise.all([
      openDatabase(location, () => {}),
      openDatabase(location, () => {}),
    ])
    const error = await failureOf(
      database.transaction(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await cutConnection(administrator, rows[0]?.pid ?? 0)
        await sql`select 1`.execute(trx)
      }),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    await sql`select 1`.execute(database.db)
    await Promise.all([database.close(), administrator.close()])
  })
})

/** Terminates a backend of Postgres and waits until it has ended. */
async function cutConnection({ db }: Database, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 10000)`.execute(db)
}

async function isReportedUnavailable(url: string): Promise<boolean> {
  const database = await openDatabase({ kind: 'postgres', url }, () => {})
  const error = await failureOf(sql`select 1`.execute(database.db))
  await database.close()
  return isDatabaseUnavailable(error)
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work])
  if (result.status === 'fulfilled') throw new Error('did not fail')
  return result.reason
}
