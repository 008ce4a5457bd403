import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

it('a database that cannot be reached is reported once for each query that wanted it', async () => {
  const url = 'postgres://shop@127.0.0.1:1/shop'
  const reported: unknown[] = []
  const database = await openDatabase(
    { kind: 'postgres', url },
    () => undefined,
    (error) => reported.push(error),
  )
  await expect(sql`select 1`.execute(database.db)).rejects.toThrow('ECONNREFUSED')
  await expect(database.transaction(async () => undefined)).rejects.toThrow('ECONNREFUSED')
  await database.close()
  expect(reported.map(isDatabaseUnavailable)).toEqual([true, true])
})
