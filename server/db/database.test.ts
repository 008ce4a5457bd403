import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { openDatabase, type Database } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

it('an unreachable database is reported once for each failed query', async () => {
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

  it('commits all of its changes or none', async () => {
    await database.transaction((trx) => insertUser(trx, 'kept'))
    const failing = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await userNames(database)).toEqual(['kept'])
  })

  it('rejects a query through db inside it, instead of waiting for ever', async () => {
    const careless = database.transaction(() => sql`select 1`.execute(database.db))
    await expect(careless).rejects.toThrow('use trx, not db')
    const deeper = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      await userNames(database)
    })
    await expect(deeper).rejects.toThrow('use trx, not db')
    expect(await userNames(database)).toEqual([])
  })

  it('rejects a nested transaction', async () => {
    const nested = database.transaction(() => database.transaction(() => Promise.resolve()))
    await expect(nested).rejects.toThrow('do not nest')
  })

  it('does not include concurrent queries, also when it is rolled back', async () => {
    const begun = Promise.withResolvers<undefined>()
    const goOn = Promise.withResolvers<undefined>()
    const failing = database.transaction(async (trx) => {
      await insertUser(trx, 'lost')
      begun.resolve(undefined)
      await goOn.promise
      throw new Error('rolled back')
    })
    await begun.promise
    const other = insertUser(database.db, 'other')
    goOn.resolve(undefined)
    await expect(failing).rejects.toThrow('rolled back')
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
