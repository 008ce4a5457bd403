import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { gameServer } from '#test/factories/perks.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { unchangedSite } from '#test/factories/site.ts'
import type { Database } from '#server/db/database.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import { undoBatch } from './admin-batches.ts'
import { compensatePerks, transferPerks } from './admin-changes.ts'
import { updateManual } from './delivery-states.ts'
import { changePerks } from './ledger.ts'
import { applyOrderToPerks } from './order-perks.ts'

const begin = Date.parse('2027-01-20T00:00:00Z')
const days = (number: number): Date => new Date(begin + number * 86_400_000)
const admin = { role: 'owner', by: 'code', actor: 'code:123' } as const

/** A shop's ledger, and a clock that the test moves. */
function scene(database: Database) {
  let now = days(0)
  const perkAdapters: readonly PerkAdapter[] = []
  const services = { database, clock: () => now, perkAdapters, site: unchangedSite }
  return {
    services,
    on: (day: number) => void (now = days(day)),
    pay: async (changes: Partial<Insertable<Schema['orders']>> = {}): Promise<string> => {
      const id = await insertOrder(database, { duration_months: 1, ...changes })
      await moveOrder(services, id, 'paid', true)
      return id
    },
    move: (id: string, status: OrderStatus) => moveOrder(services, id, status, false),
  }
}
type Scene = ReturnType<typeof scene>

async function moveOrder(
  services: Scene['services'],
  id: string,
  status: OrderStatus,
  isPaidNow: boolean,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const order = await trx
      .updateTable('orders')
      .set({ status })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await applyOrderToPerks(services, trx, order, { status, isPaidNow })
  })
}

async function readCoverage({ db }: Database, steamId: string) {
  const rows = await db
    .selectFrom('perk_coverage')
    .select(['perk', 'ends_at', 'is_suspended', 'color'])
    .where('steam_id', '=', steamId)
    .orderBy('perk')
    .execute()
  return rows.map(({ perk, ends_at: end, is_suspended: waits, color }) =>
    [perk, end?.toISOString().slice(0, 10) ?? 'for ever', waits ? 'waits' : '', color ?? '']
      .filter((text) => text !== '')
      .join(' '),
  )
}

describeOnDatabase('the perk of an order', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it('adds to what its Steam ID holds, and leaves with its refund', async () => {
    const { pay, move, on } = scene(database)
    const buyer = { steam_id: newSteamId() }
    const first = await pay(buyer)
    on(3)
    await pay(buyer)
    expect(await readCoverage(database, buyer.steam_id)).toEqual(['priority_queue 2027-03-20'])
    on(10)
    await move(first, 'refunded')
    await move(first, 'refunded')
    expect(await readCoverage(database, buyer.steam_id)).toEqual(['priority_queue 2027-02-28'])
  })

  it('waits while the payment is disputed, and goes on when the dispute is won', async () => {
    const { pay, move, on } = scene(database)
    const buyer = { steam_id: newSteamId() }
    const order = await pay(buyer)
    on(10)
    await move(order, 'disputed')
    expect(await readCoverage(database, buyer.steam_id)).toEqual([
      'priority_queue 2027-01-30 waits',
    ])
    on(40)
    await move(order, 'paid')
    expect(await readCoverage(database, buyer.steam_id)).toEqual(['priority_queue 2027-03-22'])
  })

  it('brings a colour, that of the newest purchase', async () => {
    const { pay } = scene(database)
    const tag = { offer_key: 'name-color-tag/1' }
    const steam_id = newSteamId()
    await pay({ ...tag, steam_id, color: '#ff0000' })
    await pay({ ...tag, steam_id, color: '#00ff00' })
    expect(await readCoverage(database, steam_id)).toEqual(['name_tag_color 2027-03-20 #00ff00'])
  })

  it('is none for what is handed over once, and for what was paid before there were perks', async () => {
    const { pay, move } = scene(database)
    const steam_id = newSteamId()
    const extra = { offer_key: 'reset-stats', duration_months: null }
    const once = await pay({ ...extra, steam_id })
    await move(once, 'refunded')
    const old = await insertOrder(database, { steam_id, status: 'paid' })
    await move(old, 'disputed')
    await move(old, 'paid')
    expect(await readCoverage(database, steam_id)).toEqual([])
  })

  it('is a task for the staff where nothing else delivers it: to give and, in the end, to take', async () => {
    const { pay, move, services, on } = scene(database)
    const steam_id = newSteamId()
    const states = async () => {
      const rows = await database.db
        .selectFrom('perk_deliveries')
        .select(['adapter', 'state', 'reason_code'])
        .where('steam_id', '=', steam_id)
        .execute()
      return rows.map((row) => [row.adapter, row.state, row.reason_code])
    }
    const order = await pay({ steam_id })
    expect(await states()).toEqual([['manual', 'needs_owner', 'by_hand']])
    await move(order, 'refunded')
    expect(await states()).toEqual([['manual', 'verified', null]])
    await pay({ steam_id })
    await database.db
      .updateTable('perk_deliveries')
      .set({ state: 'verified', is_ours: true, reason_code: null })
      .where('steam_id', '=', steam_id)
      .execute()
    await pay({ steam_id })
    expect(await states()).toEqual([['manual', 'verified', null]])
    on(90)
    await updateManual(services)
    await updateManual(services)
    expect(await states()).toEqual([['manual', 'needs_owner', 'by_hand']])
  })

  it('is a task again for the staff when the adapter that began to deliver it has gone', async () => {
    const { pay, move, services } = scene(database)
    const steam_id = newSteamId()
    const byStaff = async () => {
      await updateManual(services)
      return database.db
        .selectFrom('perk_deliveries')
        .select(['state', 'reason_code'])
        .where('steam_id', '=', steam_id)
        .where('adapter', '=', 'manual')
        .execute()
    }
    await move(await pay({ steam_id }), 'refunded')
    expect(await byStaff()).toEqual([{ state: 'verified', reason_code: null }])
    const id = await insertOrder(database, { duration_months: 1, steam_id })
    const { adapter } = gameServer()
    await moveOrder({ ...services, perkAdapters: [adapter] }, id, 'paid', true)
    expect(await byStaff()).toEqual([{ state: 'needs_owner', reason_code: 'by_hand' }])
  })
})

describeOnDatabase('a transfer', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it('moves the rest to another Steam ID, where a later refund finds it', async () => {
    const { pay, move, on, services } = scene(database)
    const [from, to] = [newSteamId(), newSteamId()]
    const first = await pay({ steam_id: from })
    await pay({ steam_id: from })
    on(10)
    const reason = 'bought for the wrong account'
    expect(await transferPerks(services, admin, { from, to, reason })).toMatchObject({ grants: 2 })
    expect(await readCoverage(database, from)).toEqual(['priority_queue 2027-01-30'])
    expect(await readCoverage(database, to)).toEqual(['priority_queue 2027-03-20'])
    on(12)
    await move(first, 'refunded')
    expect(await readCoverage(database, to)).toEqual(['priority_queue 2027-03-01'])
  })

  it.each([
    ['the older first', [0, 1], false],
    ['the newer first', [1, 0], false],
    ['the older first, after it was moved there and back', [0, 1], true],
    ['the newer first, after it was moved there and back', [1, 0], true],
  ])('leaves everything where it was when all are undone, %s', async (_, order, isBack) => {
    const { pay, on, services } = scene(database)
    const [bought, second, third] = [newSteamId(), newSteamId(), newSteamId()]
    const reason = 'another account'
    await pay({ steam_id: bought })
    const ids: string[] = []
    const move = async (from: string, to: string) => {
      const { id } = await transferPerks(services, admin, { from, to, reason })
      ids.push(id ?? '')
    }
    on(1)
    await move(bought, second)
    on(2)
    await move(second, isBack ? bought : third)
    for (const [index, which] of order.entries()) {
      on(3 + index)
      await undoBatch(services, admin, { id: ids[which] ?? '', kind: 'transfer' })
    }
    expect(await readCoverage(database, bought)).toEqual(['priority_queue 2027-02-20'])
    // A transfer that was made after an undone one is undone as well.
    on(6)
    await move(bought, third)
    on(7)
    await undoBatch(services, admin, { id: ids[2] ?? '', kind: 'transfer' })
    expect(await readCoverage(database, bought)).toEqual(['priority_queue 2027-02-20'])
  })

  it('is refused during a dispute, and when there is nothing left', async () => {
    const { pay, move, services, on } = scene(database)
    const [from, to] = [newSteamId(), newSteamId()]
    const transfer = () => transferPerks(services, admin, { from, to, reason: 'asked for it' })
    const order = await pay({ steam_id: from })
    await move(order, 'disputed')
    await expect(transfer()).rejects.toMatchObject({ code: 'perk_disputed' })
    await move(order, 'paid')
    on(60)
    await expect(transfer()).rejects.toMatchObject({ code: 'perk_not_found' })
  })
})

describeOnDatabase('a compensation', (openTestDatabase) => {
  it('adds time to what runs and can grow, once, and is taken back wherever it is', async () => {
    const database = await openTestDatabase()
    const { pay, move, on, services } = scene(database)
    const [holder, disputed, ended, forever] = [1, 2, 3, 4].map(() => newSteamId())
    if (!holder || !disputed || !ended || !forever) throw new Error('no Steam IDs')
    await pay({ steam_id: ended })
    on(40)
    await pay({ steam_id: holder })
    await move(await pay({ steam_id: disputed }), 'disputed')
    await database.transaction((trx) => {
      const term = { kind: 'permanent' } as const
      const entry = { kind: 'granted', term, color: null, source: 'staff' } as const
      const change = { steamId: forever, perk: 'priority_queue', entries: [entry] }
      return changePerks(services, trx, [change], { actor: admin.actor })
    })
    const outage = { perks: ['priority_queue'], hours: 48, reason: 'offline' }
    const preview = await compensatePerks(services, admin, { ...outage, dryRun: true })
    expect(preview).toEqual({ id: null, players: 1, hours: 48 })
    expect(await readCoverage(database, holder)).toEqual(['priority_queue 2027-04-01'])
    const { id, players } = await compensatePerks(services, admin, outage)
    expect(players).toBe(1)
    expect(await readCoverage(database, holder)).toEqual(['priority_queue 2027-04-03'])
    const to = newSteamId()
    await transferPerks(services, admin, { from: holder, to, reason: 'another account' })
    expect(await readCoverage(database, to)).toEqual(['priority_queue 2027-04-03'])
    const undo = { id: id ?? '', kind: 'compensation', reason: 'it was online' } as const
    await undoBatch(services, admin, undo)
    await undoBatch(services, admin, undo)
    expect(await readCoverage(database, to)).toEqual(['priority_queue 2027-04-01'])
    await expect(undoBatch(services, admin, { ...undo, id: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(undoBatch(services, admin, { ...undo, kind: 'import' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describeOnDatabase('the ledger of perks', (openTestDatabase) => {
  it('only grows, and takes an order once', async () => {
    const database = await openTestDatabase()
    const { pay, services } = scene(database)
    const steamId = newSteamId()
    const orderId = await pay({ steam_id: steamId })
    await expect(
      database.db.deleteFrom('perk_entries').where('steam_id', '=', steamId).execute(),
    ).rejects.toThrow('the ledger of perks only grows')
    await expect(sql`update perk_entries set perk = 'other'`.execute(database.db)).rejects.toThrow(
      'the ledger of perks only grows',
    )
    await expect(moveOrder(services, orderId, 'paid', true)).rejects.toThrow('unique')
  })
})

describeOnPostgres('concurrent changes of perks', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it('each of twenty payments for one Steam ID adds its month', async () => {
    const { pay } = scene(database)
    const steam_id = newSteamId()
    await Promise.all(Array.from({ length: 20 }, () => pay({ steam_id })))
    expect(await readCoverage(database, steam_id)).toEqual(['priority_queue 2028-09-20'])
  })

  it('wait for no other perk of their player when one has ended', async () => {
    const { pay, services, on } = scene(database)
    const steam_id = newSteamId()
    await pay({ steam_id })
    const tag = { offer_key: 'name-color-tag/12', duration_months: 12 }
    await pay({ ...tag, steam_id })
    on(90)
    const others = sql`steam_id = ${steam_id} and perk <> 'priority_queue'`
    const { rows } = await database.db.transaction().execute(async (trx) => {
      const locked = sql`select perk from perk_deliveries where ${others} for update`.execute(trx)
      await locked
      await updateManual(services)
      return locked
    })
    expect(rows).toEqual([{ perk: 'name_tag_color' }])
  })

  it('a refund during a transfer voids the grant wherever it is', async () => {
    const { pay, move, services } = scene(database)
    const pairs = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const [from, to] = [newSteamId(), newSteamId()]
        const orders = [await pay({ steam_id: from }), await pay({ steam_id: from })]
        return { from, to, orders }
      }),
    )
    await Promise.all(
      pairs.flatMap(({ from, to, orders }) => [
        ...orders.map((id) => move(id, 'refunded')),
        transferPerks(services, admin, { from, to, reason: 'at once' }).catch(ignoreNothingLeft),
        transferPerks(services, admin, { from: to, to: from, reason: 'back' }).catch(
          ignoreNothingLeft,
        ),
      ]),
    )
    const { rows } = await sql`
      select * from perk_coverage where (ends_at is null or ends_at > ${days(0)})
      and steam_id = any(${pairs.flatMap(({ from, to }) => [from, to])})`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('a compensation for many and their purchases lose nothing of each other', async () => {
    const { pay, services } = scene(database)
    const steamIds = Array.from({ length: 120 }, () => newSteamId())
    const tag = { offer_key: 'clan-color-tag/1' }
    const buy = (steam_id: string) => pay({ ...tag, steam_id })
    await Promise.all(steamIds.map(buy))
    const perks = ['clan_tag_color']
    const outage = { perks, hours: 24, reason: 'an outage' }
    const [first, second] = await Promise.all([
      compensatePerks(services, admin, outage),
      compensatePerks(services, admin, outage),
      ...steamIds.map(buy),
    ])
    expect([first, second]).toMatchObject([{ players: 120 }, { players: 120 }])
    const ends = await Promise.all(steamIds.map((steamId) => readCoverage(database, steamId)))
    expect(ends).toEqual(steamIds.map(() => ['clan_tag_color 2027-03-22']))
  })
})

function ignoreNothingLeft(error: unknown): void {
  expect(error).toMatchObject({ code: 'perk_not_found' })
}
