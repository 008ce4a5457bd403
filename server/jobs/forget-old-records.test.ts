import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertOrder, insertPayment } from '#test/factories/purchase.ts'
import { insertListing } from '#test/factories/team-listings.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { forgetUnpaidPacks } from '#server/services/kryptonite/pack-orders.ts'
import { forgetOldRecords } from './forget-old-records.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => hoursAgo(days * 24)
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

describeOnDatabase('forgetOldRecords', (openTestDatabase) => {
  it('deletes short-lived records after a day, and nothing else', async () => {
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
      db.selectFrom('admin_sessions').select('expires_at as moment').execute(),
      db.selectFrom('steam_nonces').select('created_at as moment').execute(),
      db.selectFrom('game_server_samples').select('sampled_at as moment').execute(),
    ])
    expect(left).toEqual(Array.from({ length: 7 }, () => [{ moment: hoursAgo(23) }]))
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(2)
  })

  it('keeps for a month when the game server was offline', async () => {
    const { db, ...database } = await openTestDatabase()
    const sample = { players: 0, max_players: 60, is_offline: true }
    await db
      .insertInto('game_server_samples')
      .values([32, 30].map((days) => ({ ...sample, sampled_at: daysAgo(days) })))
      .execute()
    await forgetOldRecords({ database: { db, ...database }, clock: () => now })
    const left = await db.selectFrom('game_server_samples').select('sampled_at').execute()
    expect(left).toEqual([{ sampled_at: daysAgo(30) }])
  })

  it('deletes messages about wrong codes after a month', async () => {
    const database = await openTestDatabase()
    const kind = 'wrong_admin_codes' as const
    await database.db
      .insertInto('messages')
      .values([31, 29].map((days) => ({ kind, dedupe_key: `${days}`, created_at: daysAgo(days) })))
      .execute()
    await forgetOldRecords({ database, clock: () => now })
    const left = await database.db.selectFrom('messages').select('created_at').execute()
    expect(left).toEqual([{ created_at: daysAgo(29) }])
  })

  it('deletes attempts at deliveries after a season, deliveries after 200 days, and requests to LB Core after a day', async () => {
    const { db, ...database } = await openTestDatabase()
    const attempt = { adapter: 'cftools', run_id: randomUUID(), what: 'run', answer: 'ok' } as const
    await db
      .insertInto('perk_attempts')
      .values([91, 89].map((days) => ({ ...attempt, at: daysAgo(days) })))
      .execute()
    const put = { ...attempt, steam_id: '7', perk: 'vip', what: 'put' } as const
    await db
      .insertInto('perk_attempts')
      .values([
        { ...put, at: daysAgo(201) },
        { ...put, at: daysAgo(199) },
        { ...put, at: daysAgo(91), code: 'timeout' },
      ])
      .execute()
    const reminder = { steam_id: '7', perk: 'vip', kind: 'ended', sent_at: now } as const
    await db
      .insertInto('perk_reminders_sent')
      .values([91, 89].map((days) => ({ ...reminder, ends_at: daysAgo(days) })))
      .execute()
    await db
      .insertInto('lb_requests')
      .values([25, 23].map((hours) => ({ body: '', created_at: hoursAgo(hours) })))
      .execute()
    await forgetOldRecords({ database: { db, ...database }, clock: () => now })
    const left = await Promise.all([
      db.selectFrom('perk_attempts').select('at as moment').orderBy('id').execute(),
      db.selectFrom('perk_reminders_sent').select('ends_at as moment').execute(),
      db.selectFrom('lb_requests').select('created_at as moment').execute(),
    ])
    expect(left).toEqual([
      [{ moment: daysAgo(89) }, { moment: daysAgo(199) }],
      [{ moment: daysAgo(89) }],
      [{ moment: hoursAgo(23) }],
    ])
  })

  it('keeps an entry that the owner closed as long as its order, but not the answer in it', async () => {
    const database = await openTestDatabase()
    const orderId = await insertPackOrder(database, { created_at: now })
    const about = { provider: 'stripe', reference: 'cs', detail: 'amount', answer: '{}' } as const
    const seen = { first_seen_at: daysAgo(40), last_seen_at: daysAgo(40), resolved_at: daysAgo(31) }
    const entries = [
      { subject: 'closed', krypto_order_id: orderId, resolution: 'given by hand' },
      { subject: 'passed', krypto_order_id: orderId, resolution: null },
      { subject: 'nameless', krypto_order_id: null, resolution: 'refunded' },
    ]
    await database.db
      .insertInto('unreadable_answers')
      .values(entries.map((entry) => ({ ...about, ...seen, ...entry })))
      .execute()
    await forgetOldRecords({ database, clock: () => now })
    const left = database.db.selectFrom('unreadable_answers').select(['subject', 'answer'])
    expect(await left.execute()).toEqual([{ subject: 'closed', answer: '' }])
  })

  it('continues when one table cannot be cleared, and names it at the end', async () => {
    const database = await openTestDatabase()
    await writeRecords(database, hoursAgo(25))
    await sql`alter table events rename to lost_events`.execute(database.db)
    await expect(forgetOldRecords({ database, clock: () => now })).rejects.toThrow(
      /^records not deleted: events$/,
    )
    await sql`alter table lost_events rename to events`.execute(database.db)
    const { db } = database
    expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('events').selectAll().execute()).toHaveLength(1)
  })

  it('deletes a session after 90 days, even if it is in use', async () => {
    const database = await openTestDatabase()
    for (const days of [91, 89]) {
      const expiry = hoursAgo(-days)
      await writeRecords(database, expiry)
      await database.db
        .updateTable('sessions')
        .set({ created_at: daysAgo(days) })
        .where('expires_at', '=', expiry)
        .execute()
    }
    await forgetOldRecords({ database, clock: () => now })
    const left = await database.db.selectFrom('sessions').select('created_at').execute()
    expect(left).toEqual([{ created_at: daysAgo(89) }])
  })

  it('empties the bodies of webhooks after a month, and keeps their ids', async () => {
    const database = await openTestDatabase()
    await insertEvent(database, 'old', daysAgo(31))
    await insertEvent(database, 'young', daysAgo(29))
    await forgetOldRecords({ database, clock: () => now })
    const events = await database.db
      .selectFrom('webhook_events')
      .select(['event_id', 'body'])
      .orderBy('event_id')
      .execute()
    expect(events).toEqual([
      { event_id: 'old', body: {} },
      { event_id: 'young', body: { payer: 'a name' } },
    ])
  })

  it('deletes unpaid packs after 90 days, and no others', async () => {
    const database = await openTestDatabase()
    const pack = (name: string, changes: Partial<Insertable<Schema['krypto_orders']>> = {}) =>
      insertPackOrder(database, {
        discord_username: name,
        created_at: daysAgo(91),
        status: 'expired',
        ...changes,
      })
    await pack('expired')
    await pack('failed', { status: 'failed' })
    await pack('young', { created_at: daysAgo(89) })
    await pack('open', { status: 'pending' })
    await pack('paid', { status: 'refunded', paid_at: daysAgo(91) })
    await pack('watched', { next_check_at: now })
    await forgetOldRecords({ database, clock: () => now })
    const left = await database.db.selectFrom('krypto_orders').select('discord_username').execute()
    expect(left.map(({ discord_username: name }) => name).toSorted()).toEqual([
      'open',
      'paid',
      'watched',
      'young',
    ])
  })

  it('deletes as many unpaid packs at once as its caller allows', async () => {
    const database = await openTestDatabase()
    const ended = { created_at: daysAgo(91), status: 'expired' } as const
    for (let pack = 0; pack < 3; pack += 1) await insertPackOrder(database, ended)
    await forgetUnpaidPacks(database, { openedBefore: daysAgo(90), limit: 2 })
    expect(await database.db.selectFrom('krypto_orders').select('id').execute()).toHaveLength(1)
  })

  it('deletes listings a month after they ended or were deleted, with their reports', async () => {
    const database = await openTestDatabase()
    const made = { created_at: daysAgo(60), expires_at: daysAgo(29) }
    const texts = { description: '', discord_username: '', search_text: '' }
    const kept = [
      await insertListing(database, made),
      await insertListing(database, { ...made, ...texts, deleted_at: daysAgo(29) }),
      await insertListing(database, { ...made, removed_at: daysAgo(40), removal_reason: 'spam' }),
    ]
    const ended = await insertListing(database, { ...made, expires_at: daysAgo(31) })
    await insertListing(database, {
      expires_at: now,
      ...texts,
      created_at: daysAgo(40),
      deleted_at: daysAgo(31),
    })
    for (const id of [ended, ...kept]) {
      await database.db
        .insertInto('team_listing_reports')
        .values({ listing_id: id, reporter_hash: '0'.repeat(64), reason: 'spam' })
        .execute()
    }
    await forgetOldRecords({ database, clock: () => now })
    const { db } = database
    const left = await db.selectFrom('team_listings').select('id').execute()
    const reports = await db.selectFrom('team_listing_reports').select('listing_id as id').execute()
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
    expect([ids(left), ids(reports)]).toEqual([kept.toSorted(), kept.toSorted()])
  })

  it('deletes idempotency keys after a month', async () => {
    const database = await openTestDatabase()
    const { db } = database
    const keys = [29, 31].map((days) => ({
      scope: 'test',
      key: String(days),
      request_hash: 'x',
      created_at: daysAgo(days),
    }))
    await db.insertInto('idempotency_keys').values(keys).execute()
    await forgetOldRecords({ database, clock: () => now })
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: '29' }])
  })

  it('deletes orders that ended unpaid three months ago, with all their records', async () => {
    const database = await openTestDatabase()
    const kept = [
      await insertOrder(database, { status: 'expired', opened_at: daysAgo(89) }),
      await insertOrder(database, { status: 'paid', opened_at: daysAgo(91) }),
      await insertOrder(database, { status: 'pending', opened_at: daysAgo(91) }),
      await insertOrder(database, {
        status: 'expired',
        opened_at: daysAgo(91),
        next_check_at: now,
      }),
      await insertPaidOrder(database, { status: 'expired', opened_at: daysAgo(91) }),
    ]
    for (const status of ['expired', 'superseded'] as const) {
      const orderId = await insertOrder(database, { status, opened_at: daysAgo(91) })
      await insertTraces(database, orderId)
    }
    await forgetOldRecords({ database, clock: () => now })
    const orders = await database.db.selectFrom('orders').select('id').execute()
    expect(orders.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(await database.db.selectFrom('messages').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('provider_orders').select('order_id').execute()).toEqual([])
  })
})

async function insertEvent({ db }: Database, id: string, receivedAt: Date): Promise<void> {
  const body = JSON.stringify({ payer: 'a name' })
  await db
    .insertInto('webhook_events')
    .values({ provider: 'paypal', event_id: id, type: 'x', body, received_at: receivedAt })
    .execute()
}

async function insertPaidOrder(
  database: Database,
  changes: Parameters<typeof insertOrder>[1],
): Promise<string> {
  const orderId = await insertOrder(database, changes)
  await insertPayment(database, { order_id: orderId, status: 'refunded', made_at: now })
  return orderId
}

async function insertTraces({ db }: Database, orderId: string): Promise<void> {
  await db
    .insertInto('messages')
    .values({ kind: 'checkout_started', order_id: orderId, dedupe_key: orderId })
    .execute()
  await db
    .insertInto('provider_orders')
    .values({ provider: 'paypal', reference: orderId, order_id: orderId, attempt: 1 })
    .execute()
}

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
  await db.insertInto('admin_sessions').values({ token_hash: id, expires_at: moment }).execute()
  await db.insertInto('steam_nonces').values({ nonce: id, created_at: moment }).execute()
  await db
    .insertInto('game_server_samples')
    .values({ sampled_at: moment, players: 1, max_players: 60 })
    .execute()
}
