import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { openDatabase, type Database } from './database.ts'
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

describeOnEachDatabase('a transaction', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(() => database.db.deleteFrom('users').execute())

  it('keeps what it wrote, all of it or nothing', async () => {
    await database.transaction((trx) => insertUser(trx, 'kept'))
    const failing = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await userNames(database)).toEqual(['kept'])
  })

  it('refuses a query past it, instead of waiting for ever', async () => {
    const careless = database.transaction(() => sql`select 1`.execute(database.db))
    await expect(careless).rejects.toThrow('use trx, not db')
    const deeper = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      await userNames(database)
    })
    await expect(deeper).rejects.toThrow('use trx, not db')
    expect(await userNames(database)).toEqual([])
  })

  it('refuses another one inside', async () => {
    const nested = database.transaction(() => database.transaction(() => Promise.resolve()))
    await expect(nested).rejects.toThrow('do not nest')
  })

  it('leaves the queries of others outside, also when it is rolled back', async () => {
    const begun = Promise.withResolvers<undefined>()
    const goOn = Promise.withResolvers<undefined>()
    const failing = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      begun.resolve(undefined)
      await goOn.promise
      throw new Error('changed my mind')
    })
    await begun.promise
    const other = insertUser(database.db, 'other')
    goOn.resolve(undefined)
    await expect(failing).rejects.toThrow('changed my mind')
    await other
    expect(await userNames(database)).toEqual(['other'])
  })
})

function insertUser(db: Pick<Database['db'], 'insertInto'>, name: string) {
  const id = randomUUID()
  return db
    .insertInto('users')
    .values({ id, name, email: `${id}@discord.invalid`, email_verified: false, image: null })
    .execute()
}

async function userNames({ db }: Database): Promise<string[]> {
  return (await db.selectFrom('users').select('name').execute()).map(({ name }) => name)
}
