import type { ExpressionBuilder } from 'kysely'
import type { MessageKind, Row, Schema } from '#server/db/schema.ts'
import { composeWrongCodesMessage } from '#server/services/access-codes.ts'
import { composeConnectionMessage } from '#server/services/connections/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { orderButtons } from '#server/services/messages/message-buttons.ts'
import { composeBuyerMessage } from '#server/services/orders/order-messages.ts'
import { hasOpenDispute } from '#server/services/payments/disputes.ts'
import {
  composeHeldMessage,
  composeOrderMessage,
  composePackMessage,
  composePaymentMessage,
  composeReversalMessage,
  composeUnreadableMessage,
  type ReversedPayment,
} from '#server/services/payments/payment-message-text.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'
import { composePerkMessage } from '#server/services/perks/staff-messages.ts'
import { isHandedOverOnce } from '#server/services/tasks/tasks.ts'
import { composeReportMessage } from '#server/services/team/report-listing.ts'
import { composeApprovalMessage } from './monetisation.ts'

/**
 * Sends one message to the staff, after earlier ones of its order. Throws when Discord is unreachable,
 * so that the queue retries it; a message that Discord refuses is stored with the reason, and
 * `resendMessages` retries it.
 */
export async function sendMessage(
  services: Services,
  messageId: string,
  tryLater: (messageId: string, delaySeconds: number) => Promise<void>,
): Promise<void> {
  const { database, postToStaff, clock, log } = services
  const message = await database.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message || message.sent_at) return
  const earlier = await findEarlier(services, message)
  if (earlier) return tryLater(messageId, earlier.attempts === 0 ? 2 : 60)
  const text = await composeMessage(services, message)
  // The buyer's picture is the only foreign part, so a refused message is retried without it.
  const result = await postToStaff(message.last_error ? { ...text, thumbnailUrl: null } : text)
  await database.db
    .updateTable('messages')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      sent_at: result.outcome === 'sent' ? clock() : null,
      last_error: lastError(message, result),
    }))
    .where('id', '=', messageId)
    .execute()
  if (result.outcome === 'rate_limited') await tryLater(messageId, result.retryAfterSeconds)
  if (result.outcome === 'refused')
    log.error({ messageId, detail: result.detail }, 'Discord refused a message')
  if (result.outcome === 'unavailable') throw new Error(result.detail)
}

const maxWaitMs = 10 * 60 * 1000

/**
 * A message about the same order that was queued before and still comes: a quick buyer's payment must
 * not be announced before their checkout.
 */
async function findEarlier(
  { database, clock }: Services,
  { id, order_id: orderId }: Row<'messages'>,
) {
  if (orderId === null) return undefined
  return (
    database.db
      .selectFrom('messages')
      .select('attempts')
      .where('order_id', '=', orderId)
      // In the database, whose times are finer than ours.
      .where('created_at', '<', (eb) =>
        eb.selectFrom('messages as own').select('own.created_at').where('own.id', '=', id),
      )
      // One that cannot be composed must not hold back the others for ever.
      .where('created_at', '>', new Date(clock().getTime() - maxWaitMs))
      .where('sent_at', 'is', null)
      .where('last_error', 'is', null)
      .where((eb) => isRelevant(eb, clock()))
      .executeTakeFirst()
  )
}

/** Why Discord last refused it. An outage keeps the earlier reason. */
function lastError(
  { last_error: before }: Row<'messages'>,
  result: Awaited<ReturnType<Services['postToStaff']>>,
): string | null {
  if (result.outcome === 'sent') return null
  return result.outcome === 'refused' ? result.detail : before
}

async function composeMessage(services: Services, message: Row<'messages'>) {
  const { database, staffTexts } = services
  const { db } = database
  const { kind } = message
  if (kind === 'payment_unmatched' || kind === 'payment_to_accept') {
    const payments = db.selectFrom('payments').selectAll().where('id', '=', message.payment_id)
    const compose = kind === 'payment_unmatched' ? composePaymentMessage : composeHeldMessage
    return compose(staffTexts, await payments.executeTakeFirstOrThrow())
  }
  if (kind === 'connection_failed') {
    const id = message.connection_fault_id
    const faults = db.selectFrom('connection_faults').selectAll().where('id', '=', id)
    return composeConnectionMessage(staffTexts, await faults.executeTakeFirstOrThrow())
  }
  if (kind === 'checkout_started' || kind === 'checkout_paid' || kind === 'checkout_details') {
    const order = await selectOrders(services)
      .where('id', '=', message.order_id)
      .executeTakeFirstOrThrow()
    const text = composeOrderMessage(staffTexts, kind, order)
    const { id, status, is_delivered_by_adapter: deliversItself } = order
    if (kind === 'checkout_started' || status !== 'paid' || deliversItself) return text
    const steps = ['hand_over', ...(order.is_handed_over_once ? ['start' as const] : [])] as const
    const buttons = orderButtons(staffTexts, services.config.publicOrigin, id, steps)
    return { ...text, buttons }
  }
  if (kind === 'order_message') {
    const order = await selectOrders(services)
      .where('id', '=', message.order_id)
      .executeTakeFirstOrThrow()
    return composeBuyerMessage(staffTexts, order, services.config.publicOrigin)
  }
  if (
    kind === 'pack_refunded' ||
    kind === 'pack_disputed' ||
    kind === 'pack_dispute_won' ||
    kind === 'pack_mismatch'
  ) {
    const id = message.krypto_order_id
    const orders = db
      .selectFrom('krypto_orders')
      .selectAll()
      .select(hasOpenDispute.as('has_open_dispute'))
      .where('id', '=', id)
    return composePackMessage(staffTexts, kind, await orders.executeTakeFirstOrThrow())
  }
  if (kind === 'answer_unreadable') {
    const id = message.unreadable_answer_id
    const answers = db.selectFrom('unreadable_answers').selectAll().where('id', '=', id)
    return composeUnreadableMessage(staffTexts, await answers.executeTakeFirstOrThrow())
  }
  if (kind === 'perk_adapter_failed' || kind === 'perk_delivery_failed') {
    return composePerkMessage(services, message)
  }
  if (kind === 'listing_reported') return composeListingMessage(services, message)
  if (kind === 'wrong_admin_codes' || kind === 'wrong_beta_codes') {
    return composeWrongCodesMessage(staffTexts, kind)
  }
  if (kind === 'approval_ends') return composeApprovalMessage(services)
  return composeReversalMessage(staffTexts, kind, await readReversedPayment(services, message))
}

async function composeListingMessage(
  { database: { db }, staffTexts }: Services,
  { team_listing_id: listingId }: Row<'messages'>,
) {
  const listing = await db
    .selectFrom('team_listings')
    .select(['discord_username', 'description', 'deleted_at', 'removed_at'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  const reports = await db
    .selectFrom('team_listing_reports')
    .select('reason')
    .where('listing_id', '=', listingId)
    .where('handled_at', 'is', null)
    .orderBy('reported_at')
    .execute()
  return composeReportMessage(
    staffTexts,
    listing,
    reports.map(({ reason }) => reason),
  )
}

function selectOrders(services: Services) {
  return services.database.db
    .selectFrom('orders')
    .selectAll()
    .select(isDeliveredByAdapter(services, 'orders.id').as('is_delivered_by_adapter'))
    .select(isHandedOverOnce(services).as('is_handed_over_once'))
}

/** The payment of a message or of its order, with its order and its disputes. */
async function readReversedPayment(
  services: Services,
  { order_id: orderId, payment_id: paymentId }: Row<'messages'>,
): Promise<ReversedPayment> {
  const { db } = services.database
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => (orderId === null ? eb('id', '=', paymentId) : eb('order_id', '=', orderId)))
    .executeTakeFirstOrThrow()
  const order = await selectOrders(services).where('id', '=', payment.order_id).executeTakeFirst()
  const disputes = await db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('payment_reference', '=', payment.reference)
    .orderBy('opened_at')
    .execute()
  return { payment, order: order ?? null, disputes }
}

/** Discord counts refused requests against our address, so only few an hour. */
const maxPerRun = 20
/**
 * A started checkout is not worth a message after this time; nor does it count as unsent
 * (`server/app/database-metrics.ts`).
 */
const startedRelevantMilliseconds = 24 * 60 * 60 * 1000
function isRelevant(eb: ExpressionBuilder<Schema, 'messages'>, now: Date) {
  const startedSince = new Date(now.getTime() - startedRelevantMilliseconds)
  return eb.or([eb('kind', '<>', 'checkout_started'), eb('created_at', '>', startedSince)])
}

const lowPriorityKinds: readonly MessageKind[] = [
  'checkout_started',
  'listing_reported',
  'order_message',
  'wrong_admin_codes',
  'wrong_beta_codes',
]

/**
 * Queues unsent messages again that are in no queue: those that Discord refused, and those that
 * used up all retries. Messages about money come first, then the least retried ones, so that a
 * message that Discord will never accept does not block others.
 */
export async function resendMessages(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { isQueued, queue }: MessageQueue,
): Promise<void> {
  const unsent = await database.db
    .selectFrom('messages')
    .select('id')
    .where('sent_at', 'is', null)
    .where((eb) => isRelevant(eb, clock()))
    .orderBy((eb) => eb.case().when('kind', 'in', lowPriorityKinds).then(1).else(0).end())
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(maxPerRun)
    .execute()
  for (const { id } of unsent) {
    if (!(await isQueued(id))) await queue(id)
  }
}

export interface MessageQueue {
  readonly isQueued: (messageId: string) => Promise<boolean>
  readonly queue: (messageId: string) => Promise<void>
}
