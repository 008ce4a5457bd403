import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderStatuses } from '#domain/orders.ts'
import type { Database } from '#server/db/database.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import {
  looksPerRun,
  nextLook,
  nextOrderCheck,
  nextOrderRetry,
  nextPackCheck,
  payableMilliseconds,
  runDueChecks,
  runDueLooks,
  type CheckedTable,
  type WatchedOrder,
} from './due-checks.ts'

const minute = 60_000
const testTime = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number) => new Date(testTime.getTime() - minutes * minute)

describeOnDatabase('the order of due checks', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute()
  })

  const open = (
    discord_username: string,
    opened: number,
    networks: string[] | null,
    reported: number | null = null,
  ) =>
    insertOrder(database, {
      discord_username,
      opened_at: ago(opened),
      next_check_at: ago(1),
      networks,
      approval_reported_at: reported === null ? null : ago(reported),
    })

  /** The names of the orders, in the order of their checks. */
  async function takeAll(table: CheckedTable = 'orders'): Promise<string[]> {
    const taken: string[] = []
    const services = { database, clock: () => testTime }
    await runDueChecks(
      services,
      () => true,
      table,
      async (id) => {
        taken.push(id)
        await database.db
          .updateTable(table)
          .set({ next_check_at: null })
          .where('id', '=', id)
          .execute()
      },
    )
    const orders = await database.db.selectFrom(table).select(['id', 'discord_username']).execute()
    const names = new Map(orders.map(({ id, discord_username: name }) => [id, name]))
    return taken.map((id) => names.get(id) ?? '')
  }

  it('begins with reported approvals, then the newest', async () => {
    const networks = ['home']
    await open('old', 90, networks)
    await open('reported long ago', 80, networks, 60)
    await open('reported', 100, networks, 1)
    await open('new', 5, networks)
    expect(await takeAll()).toEqual(['reported', 'new', 'reported long ago', 'old'])
  })

  it('alternates between networks, however many approvals one reports', async () => {
    for (let index = 0; index < 40; index += 1) {
      await open(`flood ${index}`, 1, [`part ${index}`, 'one /48'], 1)
    }
    await open('payer', 60, ['elsewhere'])
    await open('unknown', 50, null)
    const taken = await takeAll()
    expect(taken.slice(0, 3).toSorted()).toEqual([
      expect.stringMatching(/^flood/),
      'payer',
      'unknown',
    ])
    expect(taken).toHaveLength(42)
  })

  it('alternates for packs as well', async () => {
    const due = { next_check_at: ago(1) }
    for (let index = 0; index < 20; index += 1) {
      await insertPackOrder(database, { ...due, networks: ['flood'] })
    }
    const opened = { created_at: ago(100), networks: ['elsewhere'] }
    await insertPackOrder(database, { ...due, ...opened, discord_username: 'payer' })
    expect((await takeAll('krypto_orders')).indexOf('payer')).toBeLessThan(2)
  })

  it('leaves what is paid to looks: a portion in a run, one for each PayPal order, the longest due first', async () => {
    await open('unpaid', 5, null)
    const paid = { next_check_at: ago(1), paid_at: ago(2000), status: 'paid' } as const
    const ids: string[] = []
    for (let index = 0; index < looksPerRun + 2; index += 1) {
      ids.push(await insertOrder(database, { ...paid, next_check_at: ago(100 - index) }))
    }
    const shared = { provider: 'paypal', reference: 'for two', attempt: 1 } as const
    await database.db
      .insertInto('provider_orders')
      .values(ids.slice(0, 2).map((order_id) => ({ ...shared, order_id })))
      .execute()
    const taken: string[] = []
    const services = { database, clock: () => testTime }
    await runDueLooks(
      services,
      () => true,
      'orders',
      (id) => Promise.resolve(void taken.push(id)),
    )
    expect(taken.slice(1)).toEqual(ids.slice(2, looksPerRun + 1))
    expect(ids.slice(0, 2)).toContain(taken[0])
    expect(await takeAll()).toEqual(['unpaid'])
  })
})

const opened = new Date('2026-11-21T12:00:00Z')
const at = (age: number) => new Date(opened.getTime() + age)

/** The ages in minutes at which a job that runs every minute checks an order. */
function checksOf(order: Partial<WatchedOrder>, from = 0): number[] {
  const watched: WatchedOrder = {
    status: 'pending',
    opened_at: opened,
    approval_reported_at: null,
    ...order,
  }
  const ages: number[] = []
  for (let age = from; age < payableMilliseconds.orders;) {
    const next = nextOrderCheck(watched, at(age)).getTime() - opened.getTime()
    age = Math.ceil(next / minute) * minute
    ages.push(age / minute)
  }
  return ages
}

describe('an order without a reported approval', () => {
  it('is checked seven times, the last time when it can no longer be paid', () => {
    expect(checksOf({})).toEqual([4, 8, 12, 24, 48, 96, 180])
  })

  it('is checked after growing pauses, none longer than its age', () => {
    const pauses = checksOf({}).map((age, index, all) => age - (all[index - 1] ?? 0))
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b))
  })

  it('is checked once more, at the end, when another one replaced it', () => {
    expect(checksOf({ status: 'superseded' }, 8 * minute)).toEqual([180])
  })
})

it('an order whose money is held for review is checked every few minutes', () => {
  expect(checksOf({ status: 'processing' }, 172 * minute)).toEqual([176, 180])
})

it('an order with a reported approval is checked soon, and later like any other', () => {
  const toldAge = 60
  expect(checksOf({ approval_reported_at: at(toldAge * minute) }, toldAge * minute)).toEqual([
    61, 62, 64, 68, 72, 76, 152, 180,
  ])
})

const watched = fc.record({
  status: fc.constantFrom(...orderStatuses),
  opened_at: fc.constant(opened),
  approval_reported_at: fc.option(fc.integer({ min: 0, max: 4 * 60 * minute }).map(at)),
})

it('the next check is never in the past, never after the end, and soon after a reported approval', () => {
  const age = fc.integer({ min: 0, max: 5 * 60 * minute })
  fc.assert(
    fc.property(watched, age, (order, ageMilliseconds) => {
      const now = at(ageMilliseconds)
      const pause = nextOrderCheck(order, now).getTime() - now.getTime()
      expect(pause).toBeGreaterThan(0)
      expect(nextOrderRetry(order, now).getTime()).toBeLessThanOrEqual(
        nextOrderCheck(order, now).getTime(),
      )
      if (ageMilliseconds > payableMilliseconds.orders) return
      expect(nextOrderRetry(order, now).getTime() - now.getTime()).toBeLessThanOrEqual(4 * minute)
      if (ageMilliseconds === payableMilliseconds.orders) return
      expect(ageMilliseconds + pause).toBeLessThanOrEqual(payableMilliseconds.orders)
      const sinceTold = order.approval_reported_at
        ? now.getTime() - order.approval_reported_at.getTime()
        : -1
      if (sinceTold >= 0 && sinceTold < 15 * minute) expect(pause).toBeLessThanOrEqual(4 * minute)
    }),
  )
})

const hour = 60 * minute
const day = 24 * hour
const created_at = new Date('2026-11-21T12:00:00Z')

it.each([
  ['pending', 0, 3.5 * minute],
  ['pending', 8 * minute, 8 * minute],
  ['pending', 128 * minute, 52 * minute],
  ['pending', 3 * hour, hour],
  ['processing', 0, minute],
  ['processing', hour, 15 * minute],
  ['processing', 2 * day, hour],
  ['processing', 61 * day, null],
  ['failed', hour, null],
  ['expired', hour, null],
] as const)('an order that is %s is checked again, at the age of %i, after %s ms', (...row) => {
  const [status, age, pause] = row
  const now = new Date(created_at.getTime() + age)
  const next = nextPackCheck({ status, mismatch: null, created_at, paid_at: null }, now)
  expect(next && next.getTime() - now.getTime()).toBe(pause)
})

/** The ages in days at which a job that runs every minute looks at what was paid at the age of 0. */
function looksOf(next: (now: Date) => Date | null): number[] {
  const ages: number[] = []
  for (let due = next(opened); due !== null; due = next(new Date(due.getTime() + minute))) {
    ages.push((due.getTime() - opened.getTime()) / day)
  }
  return ages
}

it('what is paid is looked at again for 180 days, an order and a pack alike', () => {
  const days = [1, 3, 7, 14, 30, 60, 120, 180]
  expect(looksOf((now) => nextLook(opened, now))).toEqual(days)
  for (const status of ['paid', 'disputed', 'refunded'] as const) {
    const pack = { status, mismatch: null, created_at: at(-day), paid_at: opened }
    expect(looksOf((now) => nextPackCheck(pack, now))).toEqual(days)
  }
})

it('a look shortly before its time replaces the planned one', () => {
  expect(nextLook(opened, at(day - hour))).toEqual(at(3 * day))
  expect(nextLook(opened, at(day - 2 * hour))).toEqual(at(day))
})

it('an order with a mismatched payment is looked at again like one that is paid', () => {
  const order = { status: 'pending', mismatch: 'amount', created_at, paid_at: null } as const
  expect(nextPackCheck(order, created_at)).toEqual(nextLook(created_at, created_at))
})

it('an order is checked again even when the clock was set back', () => {
  const before = new Date(created_at.getTime() - day)
  const order = { status: 'pending', mismatch: null, created_at, paid_at: null } as const
  const next = nextPackCheck(order, before)
  expect(next?.getTime()).toBe(before.getTime() + 3.5 * minute)
})
