import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { kr } from '#domain/kryptonite.ts'
import { staffRoles, type StaffRole } from '#domain/rights.ts'
import type { DisputeStatus, Schema } from '#server/db/schema.ts'
import { moveKr } from '#server/services/kryptonite/ledger.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readTodayOf } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { insertOrder, insertPayment, insertPurchase } from '#test/factories/purchase.ts'
import { insertListing } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { readToday } from './today.ts'

const nothing = { eurCents: 0, usdCents: 0 }
const dayMs = 24 * 60 * 60_000

describeOnDatabase('today', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
  })

  const pay = (orderId: string | null, changes: Partial<Insertable<Schema['payments']>> = {}) =>
    insertPayment(shop.services.database, { order_id: orderId, ...changes })
  const dispute = (
    reference: string,
    changes: Partial<Insertable<Schema['disputes']>> & { readonly status?: DisputeStatus } = {},
  ) =>
    shop.services.database.db
      .insertInto('disputes')
      .values({
        provider: 'paypal',
        reference: randomUUID(),
        payment_reference: reference,
        status: 'open',
        amount_cents: 2500,
        currency: 'EUR',
        opened_at: new Date('2026-11-01T10:00:00Z'),
        ...changes,
      })
      .execute()
  const insertPack = (changes: Partial<Insertable<Schema['krypto_orders']>>) =>
    shop.services.database.db
      .insertInto('krypto_orders')
      .values({
        steam_id: newSteamId(),
        discord_username: 'sokol',
        amount: 300,
        bonus: 0,
        price_cents: 999,
        currency: 'USD',
        price_id: 'pack',
        provider_mode: 'test',
        status: 'paid',
        ...changes,
      })
      .execute()
  const sellSkin = (deliveredAt: Date | null = null) =>
    shop.services.database.db
      .insertInto('skin_purchases')
      .values({
        steam_id: newSteamId(),
        discord_username: 'sokol',
        item_id: randomUUID(),
        item_name: 'Ghillie',
        price_kr: 40,
        image_url: '/images/none.webp',
        delivered_at: deliveredAt,
      })
      .execute()
  /** By the shop's own clock and the time zone of its community. */
  const at = (now: string) => ({ ...shop.services, clock: () => new Date(now) })

  it('is empty at first', async () => {
    expect(await readTodayOf(await adminByCode(shop))).toEqual({
      modes: { paypal: 'test', stripe: 'test' },
      // The resets of statistics, which the publisher's rules do not name.
      todo: [
        {
          kind: 'sales_to_check',
          count: 2,
          oldestAt: expect.any(String),
          address: '/admin?section=site&list=monetisation',
        },
      ],
      connectionFaults: [],
      money: { today: nothing, yesterday: nothing, month: nothing, lastMonth: nothing },
      ending: [],
    })
  })

  it('sums what was paid less what went back, by day and month of the community', async () => {
    const { database } = shop.services
    const paid = async (madeAt: string, changes: Partial<Insertable<Schema['payments']>> = {}) =>
      pay(await insertPurchase(database), { made_at: new Date(madeAt), ...changes })
    // In Paris it is the day after.
    await paid('2027-03-09T23:30:00Z')
    await paid('2027-03-10T09:00:00Z', { refunded_cents: 1000 })
    await paid('2027-03-09T12:00:00Z', { status: 'refunded', refunded_cents: 2500 })
    await paid('2027-03-09T13:00:00Z')
    await paid('2027-02-10T10:00:00Z')
    // Later in the day than it is now.
    await paid('2027-02-10T18:00:00Z')
    const madeAt = { made_at: new Date('2027-03-10T08:00:00Z') }
    await pay(null, {
      ...madeAt,
      resolved_at: new Date(),
      resolution: 'by hand',
      amount_cents: 700,
    })
    await pay(null, { ...madeAt, status: 'declined' })
    await pay(null, { ...madeAt, status: 'held' })
    await pay(null, { ...madeAt, currency: 'USD', unmatched_reason: 'currency_mismatch' })
    await pay(null, { ...madeAt, unmatched_reason: 'payee_mismatch' })
    await paid('2027-03-10T08:00:00Z', { provider_mode: 'live' })
    const paidAt = { paid_at: new Date('2027-03-01T08:00:00Z') }
    await insertPack({ ...paidAt, refunded_cents: 99 })
    await insertPack({ ...paidAt, status: 'disputed', disputed_cents: 999 })
    await insertPack({ ...paidAt, status: 'refunded', disputed_cents: 999 })
    await insertPack({ ...paidAt, provider_mode: 'live' })
    const kept = { status: 'pending', created_at: paidAt.paid_at } as const
    await insertPack({ ...kept, mismatch: 'paid_while_banned' })
    await insertPack({ ...kept, mismatch: 'amount' })
    const { money } = await readToday(at('2027-03-10T11:00:00Z'), { role: 'owner' })
    expect(money).toEqual({
      today: { eurCents: 2500 + 1500 + 700, usdCents: 0 },
      yesterday: { eurCents: 2500, usdCents: 0 },
      month: { eurCents: 2500 + 1500 + 700 + 2500, usdCents: 900 + 999 + 999 },
      lastMonth: { eurCents: 2500, usdCents: 0 },
    })
  })

  it('lists what is to do, the oldest first, to those who have its right', async () => {
    const { database } = shop.services
    await database.db.deleteFrom('purchases').execute()
    await database.db.deleteFrom('payments').execute()
    await database.db.deleteFrom('krypto_orders').execute()
    const on = (day: number) => new Date(Date.UTC(2026, 10, day, 10))
    const orderId = await insertPurchase(database)
    await database.db
      .updateTable('orders')
      .set({ status: 'paid' })
      .where('id', '=', orderId)
      .execute()
    await insertOrder(database)
    // No PayPal order came of it, so nobody could pay.
    await database.db
      .insertInto('unreadable_answers')
      .values({
        provider: 'paypal',
        subject: orderId,
        reference: orderId,
        order_id: orderId,
        detail: 'create-order: not JSON',
        answer: '<html>',
        first_seen_at: on(1),
        last_seen_at: on(1),
      })
      .execute()
    await sellSkin()
    await sellSkin()
    await sellSkin(new Date())
    await pay(orderId, { reference: 'DISPUTED' })
    await dispute('DISPUTED', { answer_by: new Date('2027-03-20T10:00:00Z') })
    await dispute('DISPUTED', { answer_by: new Date('2027-03-15T10:00:00Z') })
    await dispute('DISPUTED', { awaits_answer: false })
    await dispute('DISPUTED', { status: 'won' })
    await dispute('of no payment')
    await pay(null, { made_at: new Date('2026-10-01T10:00:00Z') })
    await database.db
      .insertInto('order_messages')
      .values({ order_id: orderId, text: 'Hello?', at: on(2) })
      .execute()
    await pay(null, { made_at: on(3), unmatched_reason: 'paid_while_banned' })
    await insertPack({ created_at: on(4), status: 'pending', mismatch: 'paid_while_banned' })
    await insertPack({ created_at: on(5), status: 'pending', mismatch: 'amount' })
    const steamId = newSteamId()
    await insertPack({ steam_id: steamId, status: 'pending', mismatch: 'dealt_with' })
    await database.db
      .insertInto('krypto_transactions')
      .values({
        steam_id: steamId,
        discord_username: 'sokol',
        amount: 300,
        transaction_type: 'admin_add',
        description: 'the pack',
        source: 'admin_request:1',
        created_at: new Date(Date.now() + 60_000),
      })
      .execute()
    await pay(null, { made_at: on(6), status: 'held', held_reason: 'UNILATERAL' })
    await database.db
      .insertInto('perk_deliveries')
      .values(
        // The badge is handed over with its order, which is counted.
        ['priority_queue', 'badge'].map((perk) => ({
          adapter: 'manual',
          steam_id: steamId,
          perk,
          state: 'needs_owner' as const,
          steps: '[]',
          queued_at: on(7),
          changed_at: on(7),
        })),
      )
      .execute()
    const grantId = randomUUID()
    await database.db
      .insertInto('perk_entries')
      .values({
        id: grantId,
        steam_id: steamId,
        perk: 'badge',
        kind: 'granted',
        grant_id: grantId,
        order_id: orderId,
        term_kind: 'months',
        term_months: 1,
        source: 'order',
        actor: 'shop',
        at: on(7),
      })
      .execute()
    await database.db
      .insertInto('team_listing_reports')
      .values({
        listing_id: await insertListing(database),
        reporter_hash: 'a'.repeat(64),
        reason: 'spam',
        reported_at: on(8),
      })
      .execute()
    await database.db
      .insertInto('connection_faults')
      .values({
        provider: 'paypal',
        code: 'key_refused',
        operations: ['token'],
        detail: 'no',
        since: new Date('2026-09-01T10:00:00Z'),
        last_at: new Date(),
      })
      .execute()
    const linesOf = async (role: StaffRole) => (await readToday(shop.services, { role })).todo
    const all = await linesOf('owner')
    expect(all.map(({ kind, count, address }) => [kind, count, address])).toEqual([
      ['connection_faults', 1, '/admin?section=connections'],
      ['unmatched_payments', 1, '/admin?section=inbox&part=unmatched'],
      ['disputes', 2, '/admin?section=inbox&part=disputes'],
      ['messages', 1, '/admin?section=orders&unanswered=true'],
      ['paid_while_banned', 1, '/admin?section=inbox&part=unmatched'],
      ['paid_while_banned', 1, '/admin?section=kr&list=packs'],
      ['kept_packs', 1, '/admin?section=kr&list=packs'],
      ['payments_to_accept', 1, '/admin?section=orders&status=processing'],
      ['deliveries', 1, '/admin?section=perks'],
      ['reports', 1, '/admin?section=team'],
      ['sales_to_check', 2, '/admin?section=site&list=monetisation'],
      ['hand_over', 1, '/admin?section=orders&toDeliver=true'],
      ['hand_over', 2, '/admin?section=skins&toDeliver=true'],
    ])
    expect(all[2]).toMatchObject({
      oldestAt: new Date('2026-11-01T10:00:00Z'),
      dueAt: new Date('2027-03-15T10:00:00Z'),
    })
    const seen = new Map<StaffRole, readonly string[]>()
    for (const role of staffRoles)
      seen.set(
        role,
        (await linesOf(role)).map(({ kind }) => kind),
      )
    expect(seen.get('manager')).toEqual(all.map(({ kind }) => kind))
    expect(seen.get('support')).toEqual([
      'messages',
      'deliveries',
      'reports',
      'hand_over',
      'hand_over',
    ])
    expect(seen.get('moderator')).toEqual(['reports'])
    expect(await readToday(shop.services, { role: 'support' })).toMatchObject({
      money: null,
      connectionFaults: [],
    })
  })

  it('counts a pack without its Kr until the staff have given them, in either way', async () => {
    const { database } = shop.services
    const kept = async () => {
      const { todo } = await readToday(shop.services, { role: 'owner' })
      return todo.find(({ kind }) => kind === 'kept_packs')?.count ?? 0
    }
    const before = await kept()
    const now = new Date(Date.now() + 60_000)
    const ways = [
      ['admin_add', 300, 'admin_request', 0],
      ['correction', 1000, 'admin_request', 0],
      ['correction', 5, 'admin_request', 1],
      ['admin_add', 300, 'gift', 2],
    ] as const
    for (const [type, amount, source, left] of ways) {
      const steamId = newSteamId()
      await insertPack({ steam_id: steamId, status: 'pending', mismatch: 'amount' })
      const line = { steamId, discordUsername: 'sokol', description: 'x', type, now }
      await database.transaction((trx) =>
        moveKr(trx, { ...line, amount: kr(amount), source: `${source}:${randomUUID()}` }),
      )
      expect((await kept()) - before).toBe(left)
    }
  })

  it('names the perks that end within a week, the soonest first', async () => {
    const { database } = shop.services
    const now = shop.services.clock()
    const [first, second, later] = [newSteamId(), newSteamId(), newSteamId()]
    const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
    const banned = newSteamId()
    await database.db
      .insertInto('bans')
      .values({
        steam_id: banned,
        reason: 'Duped items.',
        from_shop: true,
        from_team: false,
        stops_perks: true,
        banned_by: 'code:1',
        banned_at: now,
      })
      .execute()
    const orders = [
      { discord_username: 'wolf', paid_at: now },
      { discord_username: 'giver', paid_at: now, for_somebody_else: true, opened_at: inDays(1) },
      { discord_username: 'stranger', opened_at: inDays(1) },
    ]
    for (const order of orders) await insertOrder(database, { steam_id: first, ...order })
    await database.db
      .insertInto('perk_coverage')
      .values(
        [
          { steam_id: second, ends_at: inDays(6) },
          { steam_id: first, ends_at: inDays(1) },
          { steam_id: later, ends_at: inDays(8) },
          { steam_id: banned, ends_at: inDays(1) },
          { steam_id: newSteamId(), ends_at: inDays(-1) },
          { steam_id: newSteamId(), ends_at: null },
        ].map((row) => ({
          ...row,
          perk: 'priority_queue',
          starts_at: inDays(-30),
          is_suspended: false,
          note: 'grant:1',
          as_of: now,
        })),
      )
      .execute()
    const { ending } = await readToday(shop.services, { role: 'support' })
    expect(ending).toEqual([
      { steamId: first, name: 'wolf', perk: 'priority_queue', endsAt: inDays(1) },
      { steamId: second, name: null, perk: 'priority_queue', endsAt: inDays(6) },
    ])
    expect((await readToday(shop.services, { role: 'moderator' })).ending).toEqual([])
  })
})
