import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { migrate } from '#server/db/migrate.ts'
import { describeOnDatabase } from '#test/database.ts'
import { startAdvice } from './start-advice.ts'

it.each(['postgres://shop:database-password@127.0.0.1:1/shop', 'postgres:///shop?host=/nowhere'])(
  'names the setting of an unreachable database: %s',
  async (connectionString) => {
    const client = new pg.Client({ connectionString })
    const advice = startAdvice(await client.connect().catch((error: unknown) => error))
    expect(advice).toMatch(/^DATABASE_URL cannot be reached/)
    expect(advice).not.toContain('database-password')
  },
)

it('names the setting of a database that ends the TLS handshake', async () => {
  const database = createServer((socket) => {
    // Accepts PostgreSQL's request for TLS.
    socket.once('data', () => socket.end('S'))
  }).listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = z.object({ port: z.number() }).parse(database.address())
  const client = new pg.Client({ host: '127.0.0.1', port, ssl: true })
  const error = await client.connect().catch((thrown: unknown) => thrown)
  database.close()
  expect(startAdvice(error)).toMatch(/^DATABASE_URL cannot be reached/)
})

it('names a port that is taken, and a host of another machine', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = z.object({ port: z.number() }).parse(other.address())
  expect(await adviceForListening(port, '127.0.0.1')).toMatch(`PORT ${port} is taken`)
  other.close()
  expect(await adviceForListening(0, '203.0.113.1')).toMatch(
    /^HOST is not an address of this machine/,
  )
})

describeOnDatabase('a database of another version', (openTestDatabase) => {
  it.each([
    ['0001_sign_in', /^The database is from before version 1\.0\.0.*DATA_DIR.*DATABASE_URL/],
    ['9999_later', /^A newer version of the product has changed the database/],
  ])('is refused with what to do: %s', async (name, advice) => {
    const { db } = await openTestDatabase()
    await sql`update kysely_migration set name = ${name} where name = '0001_baseline'`.execute(db)
    expect(startAdvice(await migrate(db).catch((error: unknown) => error))).toMatch(advice)
  })
})

async function adviceForListening(port: number, host: string): Promise<string | null> {
  const [error] = await once(createServer().listen(port, host), 'error').catch(
    (thrown: unknown) => [thrown],
  )
  return startAdvice(error)
}
