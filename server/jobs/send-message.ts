import type { Selectable } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  composeDisputeMessage,
  composeRefundMessage,
  type MoneyBack,
} from '#server/services/checkout/money-back-message-text.ts'
import {
  composeOrderMessage,
  composePaymentMessage,
} from '#server/services/checkout/staff-message-text.ts'
import type { Services } from '#server/services/context.ts'
import { composePackMessage } from '#server/services/packs/staff-message-text.ts'
import { composeReportMessage } from '#server/services/team-listings/report-messages.ts'
import { composeUnreadableMessage } from '#server/services/unreadable-answers.ts'
import { composeWrongCodesMessage } from '#server/services/wrong-codes.ts'

/**
 * Sends one message to the staff. Throws when Discord cannot be reached, so that the queue tries
 * again; a message that Discord refuses is kept with the reason, and tried again only slowly.
 */
export async function sendMessage(
  { database, postToStaff, clock, log }: Services,
  messageId: string,
  tryLater: (messageId: string, delaySeconds: number) => Promise<void>,
): Promise<void> {
  const message = await database.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message || message.sent_at) return
  const text = await compose(database, message)
  // The buyer's picture is the one part that is not ours: a refused message goes without it.
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
    log.error({ messageId, detail: result.detail }, 'message refused')
  if (result.outcome === 'unavailable') throw new Error(result.detail)
}

/** Why Discord last refused it. An outage since then does not make it another message. */
function lastError(
  { last_error: before }: Selectable<Schema['messages']>,
  result: Awaited<ReturnType<Services['postToStaff']>>,
): string | null {
  if (result.outcome === 'sent') return null
  return result.outcome === 'refused' ? result.detail : before
}

async function compose(database: Database, message: Selectable<Schema['messages']>) {
  const { db } = database
  const { kind } = message
  if (kind === 'payment_unmatched') {
    const payments = db.selectFrom('payments').selectAll().where('id', '=', message.payment_id)
    return composePaymentMessage(await payments.executeTakeFirstOrThrow())
  }
  if (kind === 'checkout_started' || kind === 'checkout_paid') {
    const orders = db.selectFrom('orders').selectAll().where('id', '=', message.order_id)
    return composeOrderMessage(kind, await orders.executeTakeFirstOrThrow())
  }
  if (
    kind === 'pack_refunded' ||
    kind === 'pack_disputed' ||
    kind === 'pack_dispute_won' ||
    kind === 'pack_mismatch'
  ) {
    const orders = db
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', message.krypto_order_id)
    return composePackMessage(kind, await orders.executeTakeFirstOrThrow())
  }
  if (kind === 'answer_unreadable') {
    const answers = db
      .selectFrom('unreadable_answers')
      .selectAll()
      .where('id', '=', message.unreadable_answer_id)
    return composeUnreadableMessage(await answers.executeTakeFirstOrThrow())
  }
  if (kind === 'listing_reported') return composeOfListing(database, message)
  if (kind === 'wrong_admin_codes' || kind === 'wrong_beta_codes') {
    return composeWrongCodesMessage(kind)
  }
  const moneyBack = await readMoneyBack(database, message)
  return kind === 'order_refunded'
    ? composeRefundMessage(moneyBack)
    : composeDisputeMessage(kind, moneyBack)
}

async function composeOfListing(
  { db }: Database,
  { team_listing_id: listingId }: Selectable<Schema['messages']>,
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
    listing,
    reports.map(({ reason }) => reason),
  )
}

/** The payment that a message is about, or that of its order, with all that hangs on it. */
async function readMoneyBack(
  { db }: Database,
  { order_id: orderId, payment_id: paymentId }: Selectable<Schema['messages']>,
): Promise<MoneyBack> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => (orderId === null ? eb('id', '=', paymentId) : eb('order_id', '=', orderId)))
    .executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', payment.order_id)
    .executeTakeFirst()
  const disputes = await db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('payment_reference', '=', payment.reference)
    .orderBy('opened_at')
    .execute()
  return { payment, order: order ?? null, disputes }
}
