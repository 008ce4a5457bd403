import { sql } from 'kysely'
import { heldForStaff } from '#domain/held-payments.ts'
import { mayDo, type Right } from '#domain/rights.ts'
import type { PaymentStatus } from '#server/db/schema.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { listFaults } from '#server/services/connections/connection-faults.ts'
import { countUnreadable } from '#server/services/payments/unreadable-answers.ts'
import { countPerksToHandle } from '#server/services/perks/admin-adapters.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'
import { selectReported } from '#server/services/team/admin-listings.ts'

/** The currency of the sums; payments in other currencies appear in the inbox only. */
const currency = 'EUR'
/** The money was received, even if it was refunded later. */
const receivedStatuses: readonly PaymentStatus[] = ['completed', 'refunded']

/**
 * Orders and money of the mode that the shop runs in, as far as somebody may see them. Received includes payments in the inbox: the
 * money is on the account, and somebody has to resolve them.
 */
export async function readSales(services: Services, { role }: Pick<Admin, 'role'>) {
  const { db } = services.database
  const [
    orders,
    money,
    unmatchedPayments,
    unreadableAnswers,
    toHandOverSkins,
    reportedListings,
    perks,
    paymentsToAccept,
    connectionFaults,
  ] = await Promise.all([
    countOrders(services),
    sumMoney(services),
    countOf(selectInbox(services)),
    countUnreadable(services),
    countOf(db.selectFrom('skin_purchases').select(count).where('delivered_at', 'is', null)),
    countOf(selectReported(db).clearSelect().select(count)),
    countPerksToHandle(services),
    countOf(selectToAccept(services)),
    listFaults(services),
  ])
  const may = (right: Right, count: number): number => (mayDo(role, right) ? count : 0)
  return {
    providerMode: services.paypal.mode,
    paidOrders: may('orders.read', orders.paidOrders),
    toDeliverOrders: may('orders.read', orders.toDeliverOrders),
    inboxPayments: may('payments', unmatchedPayments + unreadableAnswers),
    toHandOverSkins: may('orders.read', toHandOverSkins),
    reportedListings: may('team.moderate', reportedListings),
    perksToHandle: may('perks.read', perks.perksToHandle),
    adaptersToEnable: may('adapters', perks.adaptersToEnable),
    paymentsToAccept: may('payments', paymentsToAccept),
    connectionFaults: mayDo(role, 'payments') ? [...connectionFaults, ...textFaults(services)] : [],
    money: mayDo(role, 'money') ? money : null,
  }
}

function textFaults({ documents, clock }: Services) {
  const faults = documents.faults()
  if (faults.length === 0) return []
  const detail = faults.map(({ message }) => message).join('; ')
  const times = { since: documents.openedAt, lastAt: clock() }
  return [{ provider: 'pages', code: 'text_unreadable', detail, ...times }] as const
}

function countOrders(services: Services) {
  const { database, paypal } = services
  return database.db
    .selectFrom('orders')
    .leftJoin('purchases', 'purchases.order_id', 'orders.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('paidOrders'),
      fn
        .count<number>('purchases.id')
        .filterWhere((where) =>
          where.and([
            where('orders.status', '=', 'paid'),
            where('purchases.delivered_at', 'is', null),
            where.not(isDeliveredByAdapter(services, 'orders.id')),
          ]),
        )
        .as('toDeliverOrders'),
    ])
    .where('orders.status', 'in', ['paid', 'disputed'])
    .where('orders.provider_mode', '=', paypal.mode)
    .executeTakeFirstOrThrow()
}

/** Counts as disputed the amounts of open disputes, except what is already refunded. */
async function sumMoney({ database, paypal }: Services) {
  const { received, refunded, disputed } = await database.db
    .selectFrom('payments')
    .leftJoin(
      (join) =>
        join
          .selectFrom('disputes')
          .select(({ fn }) => [
            'provider',
            'payment_reference',
            fn.sum<number>('amount_cents').as('amount_cents'),
          ])
          .where('status', '=', 'open')
          .groupBy(['provider', 'payment_reference'])
          .as('open_disputes'),
      (join) =>
        join
          .onRef('open_disputes.provider', '=', 'payments.provider')
          .onRef('open_disputes.payment_reference', '=', 'payments.reference'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('payments.amount_cents').as('received'),
      fn.sum<number | null>('payments.refunded_cents').as('refunded'),
      sql<number | null>`sum(least(
        coalesce(open_disputes.amount_cents, 0),
        payments.amount_cents - payments.refunded_cents))::bigint`.as('disputed'),
    ])
    .where('payments.provider_mode', '=', paypal.mode)
    .where('payments.currency', '=', currency)
    .where('payments.status', 'in', receivedStatuses)
    // That money went to another account than ours.
    .where('payments.unmatched_reason', 'is distinct from', 'payee_mismatch')
    .executeTakeFirstOrThrow()
  const [receivedCents, refundedCents, disputedCents] = [
    received ?? 0,
    refunded ?? 0,
    disputed ?? 0,
  ]
  return {
    receivedCents,
    refundedCents,
    disputedCents,
    netCents: receivedCents - refundedCents - disputedCents,
  }
}

const count = sql<number>`count(*)`.as('count')

/** Unresolved completed payments without an order. */
function selectInbox({ database, paypal }: Services) {
  return database.db
    .selectFrom('payments')
    .select(count)
    .where('order_id', 'is', null)
    .where('resolved_at', 'is', null)
    .where('status', '=', 'completed')
    .where('provider_mode', '=', paypal.mode)
}

/** Payments that PayPal holds until the staff acts there. */
function selectToAccept({ database, paypal }: Services) {
  return database.db
    .selectFrom('payments')
    .select(count)
    .where('status', '=', 'held')
    .where('held_reason', 'in', heldForStaff)
    .where('provider_mode', '=', paypal.mode)
}

async function countOf(query: {
  executeTakeFirstOrThrow(): Promise<{ readonly count: number }>
}): Promise<number> {
  return (await query.executeTakeFirstOrThrow()).count
}
