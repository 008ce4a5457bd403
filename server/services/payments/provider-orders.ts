import { orderCan } from '#domain/orders.ts'
import { findBan, requireNotBanned } from '#server/services/bans/bans.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { isOfSameItems, lockOrders } from '#server/services/orders/lock-orders.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { nextOrderCheck } from './due-checks.ts'
import { isClosedByOwner } from './unreadable-answers.ts'

/**
 * A PayPal order pays for one or several of our orders, each with a purchase unit of its own. One of
 * our orders has one current attempt: starting another payment for it, alone or with others, ends
 * the earlier one. So a PayPal order is captured only while it is the current attempt of all of its
 * orders, and no order is paid in two windows.
 */
export type Attempt =
  /** A PayPal order for exactly these orders is open. */
  | { readonly outcome: 'known'; readonly reference: string }
  /** PayPal is to create one, for these attempts. */
  | { readonly outcome: 'new'; readonly orders: readonly Order[] }
  /** The money for these orders may be being taken right now, by an earlier attempt. */
  | { readonly outcome: 'capturing'; readonly orders: readonly Order[] }

/**
 * How long a capture can be under way. PayPal takes up to 20 seconds for ten units; after this time
 * an order that it shows as uncaptured stays so.
 */
const longestCaptureMilliseconds = 60_000

/**
 * Finds or begins the attempt to pay these orders at once. Refuses with `banned`, and with
 * `order_not_payable` or `item_not_sold`, naming the orders.
 */
export function openAttempt(services: Services, orderIds: readonly string[]): Promise<Attempt> {
  return services.database.transaction(async (trx): Promise<Attempt> => {
    const orders = await lockOrders(trx, orderIds)
    for (const order of orders) await requireNotBanned(services, trx, 'shop', order)
    await requirePayable(services, trx, orders)
    const units = await findUnits(trx, orderIds)
    const current = orders.map((order) => units.find((unit) => isCurrent(order, unit)))
    const [reference, ...others] = new Set(current.map((unit) => unit?.reference))
    const isShared = units.filter((unit) => unit.reference === reference).length === orders.length
    if (reference !== undefined && others.length === 0 && isShared) {
      return { outcome: 'known', reference }
    }
    const capturing = await findCapturing(trx, orderIds)
    if (capturing.length > 0) return { outcome: 'capturing', orders: capturing }
    const begun = current.flatMap((unit) => unit?.order_id ?? [])
    if (begun.length === 0) return { outcome: 'new', orders }
    await trx
      .updateTable('orders')
      .set((eb) => ({ provider_order_attempt: eb('provider_order_attempt', '+', 1) }))
      .where('id', 'in', begun)
      .execute()
    return { outcome: 'new', orders: await lockOrders(trx, orderIds) }
  })
}

async function requirePayable(
  services: Services,
  trx: Trx,
  orders: readonly Order[],
): Promise<void> {
  const refused: string[] = []
  for (const order of orders) if (!(await isPayable(services, trx, order))) refused.push(order.id)
  if (refused.length > 0) throw new ServiceError('order_not_payable', { orderIds: refused })
  // Its price holds while an order lives, whatever the owner has changed since.
  const { offers } = services.site.current().catalogue
  const gone = orders.filter((order) => !offers.some(({ key }) => key === order.offer_key))
  if (gone.length > 0)
    throw new ServiceError('item_not_sold', { orderIds: gone.map(({ id }) => id) })
}

async function isPayable({ paypal }: Services, trx: Trx, order: Order): Promise<boolean> {
  return (
    order.driver === 'orders' &&
    order.provider_mode === paypal.mode &&
    orderCan.startPayment(order.status) &&
    !(await isClosedByOwner(trx, paypal.name, [order.id]))
  )
}

type Unit = Awaited<ReturnType<typeof findUnits>>[number]

/** The units of every PayPal order that was made for one of these orders, the newest first. */
export function findUnits(db: Services['database']['db'], orderIds: readonly string[]) {
  return db
    .selectFrom('provider_orders')
    .select(['reference', 'order_id', 'attempt', 'declined_at'])
    .where('provider', '=', 'paypal')
    .where('reference', 'in', (eb) =>
      eb.selectFrom('provider_orders').select('reference').where('order_id', 'in', orderIds),
    )
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .execute()
}

/** The orders of a PayPal order’s units, each unit locked in their order. */
export function lockUnits(db: Services['database']['db'], reference: string) {
  return db
    .selectFrom('provider_orders')
    .select('order_id')
    .where('provider', '=', 'paypal')
    .where('reference', '=', reference)
    .orderBy('order_id')
    .forUpdate()
}

export function isCurrent(
  order: Order,
  unit: Pick<Unit, 'order_id' | 'attempt'> | undefined,
): boolean {
  return unit?.order_id === order.id && unit.attempt === order.provider_order_attempt
}

/** Also orders that one of these has replaced: they are for the same cart item. */
function findCapturing(trx: Trx, orderIds: readonly string[]) {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where(isOfSameItems(orderIds))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('provider_orders')
          .select('reference')
          .whereRef('order_id', '=', 'orders.id')
          .where('capturing_at', 'is not', null),
      ),
    )
    .execute()
}

/**
 * Stores the PayPal order of a new attempt. False when another call was faster, so that the buyer
 * has to get what that one has stored.
 */
export function storeAttempt(
  { database, paypal, clock }: Services,
  orders: readonly Order[],
  created: { readonly providerOrderId: string; readonly payee: string | null },
): Promise<boolean> {
  const { providerOrderId: reference, payee } = created
  return database.transaction(async (trx) => {
    const ids = orders.map(({ id }) => id)
    const locked = await lockOrders(trx, ids)
    const attempts = orders.map((order) => ({
      order_id: order.id,
      attempt: order.provider_order_attempt,
    }))
    const units = await findUnits(trx, ids)
    const isFree = locked.every(
      (order) =>
        orderCan.startPayment(order.status) &&
        attempts.some((attempt) => isCurrent(order, attempt)) &&
        !units.some((unit) => isCurrent(order, unit) && unit.reference !== reference),
    )
    if (!isFree) return false
    await trx
      .insertInto('provider_orders')
      .values(attempts.map((attempt) => ({ provider: paypal.name, reference, payee, ...attempt })))
      .onConflict((conflict) => conflict.columns(['provider', 'reference', 'order_id']).doNothing())
      .execute()
    for (const order of locked) {
      await trx
        .updateTable('orders')
        .set({ next_check_at: nextOrderCheck(order, clock()) })
        .where('id', '=', order.id)
        .execute()
    }
    return true
  })
}

export interface SyncOptions {
  /** Whether the buyer's page or PayPal reports an approval; the reconcile job only checks. */
  readonly isApproved: boolean
  /** When PayPal made the event of the approval, which can arrive late. */
  readonly approvedAt?: Date | null
}

/**
 * Marks a PayPal order as being captured, if it may be: while it is the current attempt of all of its
 * orders, and none of them is banned from the shop. A declined one needs an approval that was given
 * after that. Returns the mark; null when it must not be captured.
 */
export function claimCapture(
  services: Services,
  reference: string,
  { isApproved, approvedAt }: SyncOptions,
): Promise<Date | null> {
  const { database, paypal, clock } = services
  return database.transaction(async (trx) => {
    const units = await trx
      .selectFrom('provider_orders')
      .select(['order_id', 'attempt', 'declined_at'])
      .where('provider', '=', paypal.name)
      .where('reference', '=', reference)
      .execute()
    const isDeclined = units.some(
      ({ declined_at: declinedAt }) =>
        declinedAt !== null && (!isApproved || (approvedAt && approvedAt < declinedAt)),
    )
    if (isDeclined) return null
    const ids = units.map((unit) => unit.order_id)
    for (const order of await lockOrders(trx, ids)) {
      const isOpen = units.some((unit) => isCurrent(order, unit))
      if (!isOpen || !(await isPayable(services, trx, order))) return null
      if (await findBan(services, trx, 'shop', order)) return null
    }
    const mark = clock()
    await trx
      .updateTable('provider_orders')
      .set({ capturing_at: mark })
      .where('provider', '=', paypal.name)
      .where('reference', '=', reference)
      .where('order_id', 'in', lockUnits(trx, reference))
      .execute()
    return mark
  })
}

/**
 * Ends the mark of a PayPal order whose state is known and recorded. While it is not captured, only
 * our own mark, and that of a capture that cannot be under way any more, as of a killed process.
 */
export async function releaseCapture(
  { database, paypal, clock }: Services,
  reference: string,
  { mark, isCaptured }: { readonly mark: Date | null; readonly isCaptured: boolean },
): Promise<void> {
  const before = new Date(clock().getTime() - longestCaptureMilliseconds)
  await database.db
    .updateTable('provider_orders')
    .set({ capturing_at: null })
    .where('provider', '=', paypal.name)
    .where('reference', '=', reference)
    .where(
      'order_id',
      'in',
      lockUnits(database.db, reference)
        .where('capturing_at', 'is not', null)
        .where((eb) =>
          eb.or([
            eb.lit(isCaptured),
            eb('capturing_at', '=', mark),
            eb('capturing_at', '<', before),
          ]),
        ),
    )
    .execute()
}
