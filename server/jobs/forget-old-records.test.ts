import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import { forgetOldRecords } from './forget-old-records.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

describeOnBothDatabases('forgetting', (openTestDatabase) => {
  it('takes what is older than a day, and nothing else', async () => {
    const database = await openTestDatabase()
    await writeRecords(database, hoursAgo(25))
    await writeRecords(database, hoursAgo(23))
    await forgetOldRecords({ database, clock: () => now })
    await forgetOldRecords({ database, clock: () => now })
    const { db } = database
    const left = await Promise.all([
      db.selectFrom('rate_limits').select('window_start as moment').execute(),
      db.selectFrom('events').select('created_at as moment').execute(),
      db.selectFrom('verifications').select('expires_at as moment').execute(),
      db.selectFrom('sessions').select('expires_at as moment').execute(),
    ])
    expect(left).toEqual(Array.from({ length: 4 }, () => [{ moment: hoursAgo(23) }]))
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(2)
  })
})

async function writeRecords({ db }: Database, moment: Date): Promise<void> {
  const id = randomUUID()
  await db.insertInto('rate_limits').values({ key: id, window_start: moment, count: 1 }).execute()
  await db.insertInto('events').values({ name: 'test', data: '{}', created_at: moment }).execute()
  await db
    .insertInto('verifications')
    .values({ id, identifier: id, value: '', expires_at: moment })
    .execute()
  await db
    .insertInto('users')
    .values({ id, name: 'x', email: `${id}@discord.invalid`, email_verified: false })
    .execute()
  await db
    .insertInto('sessions')
    .values({ id, token: id, user_id: id, expires_at: moment, updated_at: moment })
    .execute()
}
