import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { orderCan, orderStatuses } from '#domain/orders.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { selectOrderRecords, type OrderRecord } from '#server/services/orders/orders.ts'

const mostPayments = 100

export interface InboxEntry {
  readonly payment: Row<'payments'>
  /** Whether the payer disputes it and PayPal has not decided: then it cannot be assigned. */
  readonly isDisputed: boolean
  readonly candidates: readonly OrderRecord[]
}

/**
 * The payments without an order: unresolved ones first, then the others, newest first. Declined
 * payments are left out, because they moved no money.
 */
export async function listInbox(services: Services): Promise<readonly InboxEntry[]> {
  const { database, paypal } = services
  const found = await database.db
    .selectFrom('payments')
    .selectAll()
    .select(isDisputed)
    .where('order_id', 'is', null)
    .where('status', '<>', 'declined')
    .where('provider_mode', '=', paypal.mode)
    .orderBy(sql`resolved_at is null and status = 'completed'`, 'desc')
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(mostPayments)
    .execute()
  const candidates = await findCandidates(
    services,
    found.filter((payment) => !payment.is_disputed),
  )
  return found.map((payment) => ({
    payment,
    isDisputed: Boolean(payment.is_disputed),
    candidates: candidates.get(payment.id) ?? [],
  }))
}

function isDisputed(eb: ExpressionBuilder<Schema, 'payments'>) {
  const open = eb
    .selectFrom('disputes')
    .select('disputes.reference')
    .whereRef('disputes.provider', '=', 'payments.provider')
    .whereRef('disputes.payment_reference', '=', 'payments.reference')
    .where('disputes.status', '=', 'open')
  return eb.exists(open).as('is_disputed')
}

type Payment = Row<'payments'>

const candidatesPerPayment = 5
/** Before and after the payment: a reopened order is younger than a payment from before it. */
const searchedTime = '14 days'
const payableStatuses = orderStatuses.filter(orderCan.deliver)

/** A payment that names its order and does not match it cannot belong to another. */
const reasonsOfNamedPayments: ReadonlySet<string | null> = new Set([
  'order_unknown',
  'order_mismatch',
  'order_already_paid',
  'order_dealt_with',
  'amount_mismatch',
  'currency_mismatch',
  'mode_mismatch',
  'payee_mismatch',
])

/**
 * A few candidates for each payment id: unpaid orders of its amount, opened in the two weeks before
 * or after it, the nearest first.
 */
async function findCandidates(
  services: Services,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, readonly OrderRecord[]>> {
  const open = payments.filter(isAssignable).map(({ id }) => id)
  if (open.length === 0) return new Map()
  const pairs = await nearestOrders(services.database.db, open)
  const orderIds = [...new Set(pairs.map(({ order_id }) => order_id))]
  if (orderIds.length === 0) return new Map()
  const orders = await selectOrderRecords(services).where('orders.id', 'in', orderIds).execute()
  const orderById = new Map(orders.map((order) => [order.id, order]))
  const pairsByPayment = Map.groupBy(pairs, ({ payment_id }) => payment_id)
  return new Map(
    [...pairsByPayment].map(([paymentId, own]) => [
      paymentId,
      own.flatMap(({ order_id }) => orderById.get(order_id) ?? []),
    ]),
  )
}

function isAssignable(payment: Payment): boolean {
  return (
    payment.status === 'completed' &&
    payment.refunded_cents === 0 &&
    payment.resolved_at === null &&
    !reasonsOfNamedPayments.has(payment.unmatched_reason)
  )
}

/** Searches both directions of time by the index, and reads only the first few rows of each. */
function nearestOrders(db: Kysely<Schema>, paymentIds: readonly string[]) {
  return db
    .selectFrom('payments')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom((sides) => nearest(sides, '<=').unionAll(nearest(sides, '>')).as('near'))
          .selectAll('near')
          .orderBy(sql`abs(extract(epoch from near.opened_at - payments.made_at))`)
          .limit(candidatesPerPayment)
          .as('candidate'),
      (join) => join.onTrue(),
    )
    .select(['payments.id as payment_id', 'candidate.order_id'])
    .where('payments.id', 'in', paymentIds)
    .orderBy(sql`abs(extract(epoch from candidate.opened_at - payments.made_at))`)
    .execute()
}

type Columns = ExpressionBuilder<Schema, 'payments'>

/** Opened before (`<=`) or after (`>`) the payment. */
function nearest(eb: Columns, side: '<=' | '>') {
  const isBefore = side === '<='
  const longest = isBefore ? `-${searchedTime}` : searchedTime
  const end = sql<Date>`payments.made_at + ${longest}::interval`
  return eb
    .selectFrom(
      payableOrders(eb)
        .whereRef('orders.opened_at', side, 'payments.made_at')
        .where('orders.opened_at', isBefore ? '>=' : '<=', end)
        .orderBy('orders.opened_at', isBefore ? 'desc' : 'asc')
        .limit(candidatesPerPayment)
        .as('side'),
    )
    .selectAll('side')
}

/** Orders of the payment's amount, not delivered, whose cart item has no other paid order. */
function payableOrders(eb: Columns) {
  return eb
    .selectFrom('orders')
    .select(['orders.id as order_id', 'orders.opened_at'])
    .where('orders.status', 'in', payableStatuses)
    .whereRef('orders.price_cents', '=', 'payments.amount_cents')
    .whereRef('orders.currency', '=', 'payments.currency')
    .whereRef('orders.provider_mode', '=', 'payments.provider_mode')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('orders as sibling')
            .innerJoin('payments as paid', 'paid.order_id', 'sibling.id')
            .select('paid.id')
            .whereRef('sibling.buyer_hash', '=', 'orders.buyer_hash')
            .whereRef('sibling.cart_item_id', '=', 'orders.cart_item_id')
            .where('paid.status', '<>', 'refunded'),
        ),
      ),
    )
}
