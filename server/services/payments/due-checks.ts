import { sql } from 'kysely'
import type { PackOrderStatus } from '#domain/kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'

const checksAtOnce = 10
/** A run starts no new work after this time, because its job expires soon after. */
const longestRunMilliseconds = 45_000
/** About as many as a run can check when a provider takes a quarter of a second. */
const maxDueOrders = 2000
/** A run a minute makes one or two calls for each: far below the limits of PayPal and Stripe. */
export const looksPerRun = 60
/** PayPal orders have at most ten of our orders. */
const mostOrdersPerLook = 10
/** How long a reported approval gives an order priority. */
const priorityMinutes = 15

/** The tables of orders with a next check, with the column of the time of opening. */
export const openedColumns = { orders: 'opened_at', krypto_orders: 'created_at' } as const
export type CheckedTable = keyof typeof openedColumns

/** Whether the run may still start new work. */
export type HasTime = () => boolean

/** Starts the time limit of a job's run, or of a part of it. */
export function startRun(longestMilliseconds = longestRunMilliseconds): HasTime {
  const startedAt = performance.now()
  return () => performance.now() - startedAt < longestMilliseconds
}

/**
 * Checks the due unpaid orders, ten at once, until none is left or the run's time is over. A check
 * first moves the order's next check on.
 */
export async function runDueChecks(
  services: Pick<Services, 'database' | 'clock'>,
  hasTime: HasTime,
  table: CheckedTable,
  check: (id: string) => Promise<void>,
): Promise<void> {
  while (hasTime()) {
    const ids = await listDueFairly(services, table)
    if (ids.length === 0) return
    await processConcurrently(ids, hasTime, check)
  }
}

/**
 * Checks the due paid orders, the longest due first: so few in each run that any number of them
 * neither delays money that just arrives nor exceeds a provider's limits.
 */
export async function runDueLooks(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  hasTime: HasTime,
  table: CheckedTable,
  check: (id: string) => Promise<void>,
): Promise<void> {
  if (!hasTime()) return
  const sharedReference =
    table === 'orders'
      ? sql`(select min(reference) from provider_orders where order_id = due.id)`
      : sql`null`
  const { rows } = await sql<{ id: string; fetched: string }>`
    select id, coalesce(${sharedReference}, id::text) as fetched
    from (
      select id, next_check_at from ${sql.table(table)}
      where next_check_at <= ${clock()} and paid_at is not null
      order by next_check_at, id limit ${looksPerRun * mostOrdersPerLook}
    ) as due
    order by next_check_at, id`.execute(database.db)
  // A check claims the other orders of the same PayPal order as well, and fetches it once.
  const ids = [...new Map(rows.map(({ id, fetched }) => [fetched, id])).values()]
  await processConcurrently(ids.slice(0, looksPerRun), hasTime, check)
}

/** Processes the items in order, ten at once, while the run has time. */
export async function processConcurrently<Item>(
  items: readonly Item[],
  hasTime: HasTime,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const processQueue = async (): Promise<void> => {
    for (const item of queue) {
      if (!hasTime()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, processQueue))
}

/**
 * The due unpaid orders, one network after the other, so that thousands of abandoned checkouts from
 * one network do not delay the others: each network's orders with a recently reported approval
 * first, then the newest. The widest network counts, because one subscriber can have all parts of a
 * /48 of IPv6. An order without a network counts as its own network.
 */
async function listDueFairly(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  table: CheckedTable,
): Promise<string[]> {
  const now = clock()
  const prioritySince = new Date(now.getTime() - priorityMinutes * 60_000)
  const hasPriority =
    table === 'orders'
      ? sql`coalesce(approval_reported_at > ${prioritySince}, false)`
      : sql`status = 'processing'`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, has_priority, opened,
        row_number() over (partition by network order by has_priority desc, opened desc) as turn
      from (
        select id, ${hasPriority} as has_priority, ${sql.ref(openedColumns[table])} as opened,
          coalesce(networks[cardinality(networks)], id::text) as network
        from ${sql.table(table)}
        where next_check_at <= ${now} and paid_at is null
      ) as due
    ) as ranked
    order by turn, has_priority desc, opened desc
    limit ${maxDueOrders}`.execute(database.db)
  return rows.map(({ id }) => id)
}

const minute = 60_000
const hour = 60 * minute

/**
 * How long an opened checkout can be paid. PayPal keeps a buyer's approval for three hours; the
 * reconcile job expires a pack's checkout at Stripe.
 */
export const payableMilliseconds: Readonly<Record<CheckedTable, number>> = {
  orders: 3 * hour,
  krypto_orders: 3 * hour,
}

/**
 * The job runs once a minute, and takes most of it in a flood. So an order that is due after this
 * time is checked by the fourth run, and within five minutes wherever it stands in the queue.
 */
const shortPause = 3.5 * minute
/** Most buyers approve within this time after opening their order. */
const earlyMilliseconds = 10 * minute
/** PayPal's API can lag behind a page or a webhook by at most this time. */
const providerLagMilliseconds = 15 * minute

export type WatchedOrder = Pick<Order, 'status' | 'opened_at' | 'approval_reported_at'>

/**
 * When the reconcile job checks an order again. While it can be paid: after one, two and then four
 * minutes when an approval was just reported; otherwise every four minutes at first, and then each
 * time it has become twice as old, so that an order that is never paid costs about seven requests.
 * Always when its time is over, and from then on every hour.
 */
export function nextOrderCheck(order: WatchedOrder, now: Date): Date {
  const age = now.getTime() - order.opened_at.getTime()
  if (age >= payableMilliseconds.orders) return new Date(now.getTime() + hour)
  const pause = Math.min(pauseWhilePayable(order, now, age), payableMilliseconds.orders - age)
  return new Date(now.getTime() + pause)
}

/**
 * When an order is checked again if a check fails or never ends: soon, because it may have captured
 * the money, and less and less often once its time is over.
 */
export function nextOrderRetry(order: WatchedOrder, now: Date): Date {
  const overFor = now.getTime() - order.opened_at.getTime() - payableMilliseconds.orders
  const soon = now.getTime() + Math.max(shortPause, overFor)
  return new Date(Math.min(nextOrderCheck(order, now).getTime(), soon))
}

function pauseWhilePayable(
  { status, approval_reported_at }: WatchedOrder,
  now: Date,
  age: number,
): number {
  // PayPal holds real money for review.
  if (status === 'processing') return shortPause
  const sinceReported = approval_reported_at
    ? now.getTime() - approval_reported_at.getTime()
    : Infinity
  if (sinceReported < providerLagMilliseconds)
    return Math.min(shortPause, Math.max(minute, sinceReported))
  // It can no longer be captured. A capture before it was replaced has set `approval_reported_at`.
  if (status === 'superseded') return payableMilliseconds.orders
  return age < earlyMilliseconds ? shortPause : age
}

/** PayPal decides in days to weeks; the check is for the case that its webhook is lost. */
export function nextDisputeCheck(now: Date): Date {
  return new Date(now.getTime() + 6 * hour)
}

const day = 24 * hour

/**
 * When what is paid is looked at again, in days after the payment, in case a webhook about a refund
 * or a dispute was lost. Cards can be disputed for about 120 days, PayPal's payments for 180.
 */
const lookDays = [1, 3, 7, 14, 30, 60, 120, 180] as const

/**
 * When an order or a pack that is paid is looked at again; null after the last time. On the first day
 * every hour while the provider has not named its fee.
 */
export function nextLook(paidAt: Date, now: Date, hasFee = true): Date | null {
  if (!hasFee && now.getTime() - paidAt.getTime() < day) return nextLookRetry(now)
  // A look shortly before a planned one replaces it, as for the other orders of a PayPal order.
  const earliest = now.getTime() + hour
  const times = lookDays.map((days) => paidAt.getTime() + days * day)
  const next = times.find((time) => time > earliest)
  return next === undefined ? null : new Date(next)
}

/** When it is looked at again if the provider does not answer. */
export function nextLookRetry(now: Date): Date {
  return new Date(now.getTime() + hour)
}

/** After this time a pending bank decision is not expected any more. */
const longestProcessing = 60 * day

interface WatchedPack {
  readonly status: PackOrderStatus
  readonly mismatch: string | null
  readonly created_at: Date
  readonly paid_at: Date | null
}

/**
 * When the reconcile job checks a pack's order again; null when nothing can change any more. An
 * unpaid order each time it is twice as old, in case Stripe's list of finished checkouts is not
 * available, and always when its time is over. After its payment by `nextLook`, also when it was
 * refunded: a refund can fail and a lost dispute can be appealed, which returns the money to us.
 */
export function nextPackCheck(
  { status, mismatch, created_at, paid_at }: WatchedPack,
  now: Date,
  hasFee = true,
): Date | null {
  // The owner decides about it, and may refund it at Stripe.
  if (mismatch !== null) return nextLook(created_at, now, hasFee)
  if (paid_at !== null) return nextLook(paid_at, now, hasFee)
  const pause = pauseAtAge(status, Math.max(0, now.getTime() - created_at.getTime()))
  return pause === null ? null : new Date(now.getTime() + pause)
}

/** Milliseconds until the next check of an unpaid pack; null when there is none. */
function pauseAtAge(status: PackOrderStatus, age: number): number | null {
  // Stripe may be unreachable when the time is over; it expires the session itself after 24 hours.
  if (status === 'pending') {
    return age < payableMilliseconds.krypto_orders
      ? Math.min(Math.max(shortPause, age), payableMilliseconds.krypto_orders - age)
      : hour
  }
  if (status !== 'processing' || age > longestProcessing) return null
  return Math.min(hour, Math.max(minute, age / 4))
}
