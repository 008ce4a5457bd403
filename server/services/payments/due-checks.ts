import { sql } from 'kysely'
import type { PackOrderStatus } from '#domain/kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'

const checksAtOnce = 10
/** A run starts nothing new after this time, so that it ends before its job is given to another. */
const longestRunMilliseconds = 45_000
/** About as many as a run can do when a provider takes a quarter of a second. */
const mostPlanned = 2000
/** For how long what somebody said of an order puts it in front. */
const toldMinutes = 15

/** The tables whose orders have a next check, with the column that says when a checkout was opened. */
export const openedColumns = { orders: 'opened_at', krypto_orders: 'created_at' } as const
export type CheckedTable = keyof typeof openedColumns

interface DueChecks<Claimed> {
  readonly table: CheckedTable
  /** Takes an order whose check is due, and moves that on; undefined when somebody else has. */
  readonly claim: (id: string) => Promise<Claimed | undefined>
  /** Must not reject. */
  readonly check: (claimed: Claimed) => Promise<void>
}

/** Whether the run may still start something. */
export type HasTime = () => boolean

/** Begins the time of one run of a job, or of a part of it. */
export function startRun(longestMilliseconds = longestRunMilliseconds): HasTime {
  const startedAt = performance.now()
  return () => performance.now() - startedAt < longestMilliseconds
}

/** Checks the orders that are due, ten at once, until none is left or the run's time is over. */
export async function runDueChecks<Claimed>(
  services: Pick<Services, 'database' | 'clock'>,
  hasTime: HasTime,
  { table, claim, check }: DueChecks<Claimed>,
): Promise<void> {
  while (hasTime()) {
    const ids = await planFairly(services, table)
    if (ids.length === 0) return
    await workThrough(ids, hasTime, async (id) => {
      const claimed = await claim(id)
      if (claimed !== undefined) await check(claimed)
    })
  }
}

/** Works through the items in their order, ten at once, as long as the run has time. */
export async function workThrough<Item>(
  items: readonly Item[],
  hasTime: HasTime,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const workOff = async (): Promise<void> => {
    for (const item of queue) {
      if (!hasTime()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, workOff))
}

/**
 * The orders that are due. The networks take turns, so that thousands of abandoned checkouts from one
 * of them delay nobody else: each network's orders in the order in which somebody said that they are
 * paid, then the newest. The widest network counts, because somebody who has a /48 of IPv6 has all of
 * its parts. An order whose network is not known stands for itself.
 */
async function planFairly(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  table: CheckedTable,
): Promise<string[]> {
  const now = clock()
  const toldSince = new Date(now.getTime() - toldMinutes * 60_000)
  const isTold =
    table === 'orders' ? sql`coalesce(told_at > ${toldSince}, false)` : sql`status = 'processing'`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, is_told, opened,
        row_number() over (partition by network order by is_told desc, opened desc) as turn
      from (
        select id, ${isTold} as is_told, ${sql.ref(openedColumns[table])} as opened,
          coalesce(networks[cardinality(networks)], id::text) as network
        from ${sql.table(table)} where next_check_at <= ${now}
      ) as due
    ) as ranked
    order by turn, is_told desc, opened desc
    limit ${mostPlanned}`.execute(database.db)
  return rows.map(({ id }) => id)
}

const minute = 60_000
const hour = 60 * minute

/** PayPal keeps a buyer's approval for three hours; after that an order cannot be paid any more. */
export const orderPayableMilliseconds = 3 * hour

/**
 * The job comes once a minute, and takes most of it in a flood. So what is due after this time is
 * checked by the fourth run, and within five minutes wherever it stands in that.
 */
const shortPause = 3.5 * minute
/** Most buyers approve within this time after they opened their order. */
const earlyMilliseconds = 10 * minute
/** PayPal's interface can lag behind what a page or a webhook says, but not by more than this. */
const toldMilliseconds = 15 * minute

/** What decides when an order is checked again. */
export type WatchedOrder = Pick<Order, 'status' | 'opened_at' | 'told_at'>

/**
 * When the reconcile job checks an order again. While it can be paid: after one, two and then four
 * minutes when its page or PayPal has just said that the buyer agrees; otherwise every four minutes
 * at first, and then each time it has become twice as old, so an order that nobody pays costs about
 * seven questions. Always when its time is over, and from then on every hour.
 */
export function nextOrderCheck(order: WatchedOrder, now: Date): Date {
  const age = now.getTime() - order.opened_at.getTime()
  if (age >= orderPayableMilliseconds) return new Date(now.getTime() + hour)
  const pause = Math.min(pauseWhilePayable(order, now, age), orderPayableMilliseconds - age)
  return new Date(now.getTime() + pause)
}

/**
 * When an order is checked again should a check of it fail or never end: soon, because it may have
 * taken the money, and more and more seldom once its time is over.
 */
export function nextOrderTry(order: WatchedOrder, now: Date): Date {
  const overFor = now.getTime() - order.opened_at.getTime() - orderPayableMilliseconds
  const soon = now.getTime() + Math.max(shortPause, overFor)
  return new Date(Math.min(nextOrderCheck(order, now).getTime(), soon))
}

function pauseWhilePayable({ status, told_at }: WatchedOrder, now: Date, age: number): number {
  // Its money is real: PayPal reviews it.
  if (status === 'processing') return shortPause
  const sinceTold = told_at ? now.getTime() - told_at.getTime() : Infinity
  if (sinceTold < toldMilliseconds) return Math.min(shortPause, Math.max(minute, sinceTold))
  // Nothing can be collected for it any more. Money that was taken before has set `told_at`.
  if (status === 'superseded') return orderPayableMilliseconds
  return age < earlyMilliseconds ? shortPause : age
}

/** PayPal decides in days to weeks, and tells us; asking is for the case that its word is lost. */
export function nextDisputeCheck(now: Date): Date {
  return new Date(now.getTime() + 6 * hour)
}

const day = 24 * hour

/** How long a pack's buyer may take; then the reconcile job ends the checkout at Stripe. */
export const packPayableMilliseconds = 3 * hour
/** A bank that has not decided by then never will. */
const longestProcessing = 60 * day
/** Cards can be disputed for about that long, and a lost webhook must not be for ever. */
const longestMoneyBack = 180 * day

/** What decides when an order is looked at again. */
interface WatchedPack {
  readonly status: PackOrderStatus
  readonly mismatch: string | null
  readonly created_at: Date
}

/**
 * When the reconcile job looks at a pack's order by itself again; null when nothing can change any
 * more. An unpaid one each time it is twice as old, for the runs in which Stripe's list of finished
 * checkouts cannot be had, and always when its time is over. While a dispute is open it is every hour, and afterwards more and more seldom.
 */
export function nextPackCheck(
  { status, mismatch, created_at }: WatchedPack,
  now: Date,
): Date | null {
  // The owner decides what becomes of it.
  if (mismatch !== null) return null
  const pause = pauseAtAge(status, Math.max(0, now.getTime() - created_at.getTime()))
  return pause === null ? null : new Date(now.getTime() + pause)
}

/** Milliseconds until the next look; null when there is none. */
function pauseAtAge(status: PackOrderStatus, age: number): number | null {
  if (status === 'disputed') return hour
  // A refund can fail and a lost dispute be appealed: then the money is ours again.
  if (status === 'paid' || status === 'refunded') {
    return age > longestMoneyBack ? null : between(hour, age / 2, 7 * day)
  }
  // Stripe may not answer when its time is over, and ends it by itself after 24 hours.
  if (status === 'pending') {
    return age < packPayableMilliseconds
      ? Math.min(Math.max(shortPause, age), packPayableMilliseconds - age)
      : hour
  }
  if (status !== 'processing' || age > longestProcessing) return null
  return between(minute, age / 4, hour)
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
