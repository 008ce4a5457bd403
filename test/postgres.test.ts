import pg from 'pg'
import { expect, it } from 'vitest'
import { describeOnPostgres } from './database.ts'
import { startPostgres } from './postgres.ts'

describeOnPostgres('a server of our own', () => {
  it('keeps what it acknowledged over kill -9', async ({ skip }) => {
    const result = await startPostgres(process.env)
    if (!result.available) {
      skip(result.reason)
      return
    }
    const { server } = result
    await query(server.url, 'create table kept (number integer)')
    await query(server.url, 'insert into kept values (7)')
    await server.crash()
    await expect(query(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await server.start()
    expect(await query(server.url, 'select number from kept')).toEqual([{ number: 7 }])
    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await server.remove()
  })
})

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
