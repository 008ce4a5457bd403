import { isUuid } from '#domain/uuid.ts'
import type { Schema } from '#server/db/schema.ts'
import type { CardEvent, CardEventSubject } from '#server/providers/card-checkout.ts'
import type { WebhookEvent } from '#server/providers/payment-provider.ts'
import type { Services } from '#server/services/context.ts'
import { syncDispute } from './disputes.ts'
import { syncOrder, syncPayment } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'

/**
 * Applies a verified event of PayPal: fetches the current state of its subject. Returns false when
 * the event must be sent again. Repeating an applied event changes nothing.
 */
export function receiveWebhook(services: Services, event: WebhookEvent): Promise<boolean> {
  const { id, type, body, subject } = event
  return applyOnce(services, { provider: services.payments.name, id, type, body }, async () => {
    const outcome = await applyEvent(services, subject)
    // PayPal sends events before its own API shows their payments, and will repeat them.
    return { outcome, isDone: !retriedOutcomes.has(outcome) }
  })
}

const retriedOutcomes: ReadonlySet<string> = new Set(['unavailable', 'unreadable', 'not_found'])

async function applyEvent(services: Services, subject: WebhookEvent['subject']): Promise<string> {
  if (!subject) return 'ignored'
  if (subject.kind === 'dispute') return syncDispute(services, subject.reference)
  if (subject.kind === 'payment') {
    return syncPayment(services, subject.reference, subject.refundReference)
  }
  const order = await services.database.db
    .selectFrom('provider_orders')
    .innerJoin('orders', 'orders.id', 'provider_orders.order_id')
    .selectAll('orders')
    .where('provider_orders.provider', '=', services.payments.name)
    .where('provider_orders.reference', '=', subject.reference)
    .executeTakeFirst()
  return order ? syncOrder(services, order) : 'ignored'
}

/**
 * Applies a verified event of Stripe: fetches the current state of its subject. Returns false when
 * the event must be sent again. Repeating an applied event changes nothing.
 */
export function receiveCardWebhook(services: Services, event: CardEvent): Promise<boolean> {
  const { id, type, subject } = event
  // The full event contains the payer's name and addresses, which are not needed.
  const stored = { provider: services.cards.name, id, type, body: { subject } }
  return applyOnce(services, stored, async () => {
    const outcome = await applySubject(services, event)
    return { outcome, isDone: outcome !== 'unavailable' && outcome !== 'unreadable' }
  })
}

type PackOutcome = 'applied' | 'ignored' | 'unavailable' | 'unreadable'

async function applySubject(
  services: Services,
  { subject, type }: CardEvent,
): Promise<PackOutcome> {
  if (!subject) return 'ignored'
  const found =
    subject.kind === 'session'
      ? await findBySession(services, subject)
      : await findByPayment(services, subject)
  if (found === null) {
    if (isPaid(type)) logUnknownOrder(services, subject)
    return 'ignored'
  }
  if (found === 'unavailable') return found
  const reportedSession = subject.kind === 'session' ? subject.sessionId : null
  const { outcome } = await syncPack(services, found.orderId, { reportedSession })
  if (outcome === 'unavailable' || outcome === 'unreadable') return outcome
  return outcome === 'order' ? 'applied' : 'ignored'
}

function isPaid(type: string): boolean {
  return type === 'checkout.session.completed' || type.endsWith('.async_payment_succeeded')
}

/** Another shop may use the account; but after restoring a backup it can be our lost order. */
function logUnknownOrder({ log }: Services, { orderId, ...subject }: CardEventSubject): void {
  if (isUuid(orderId))
    log.error({ ...subject, orderId }, 'paid at Stripe, but the order is not in our database')
}

type Found = { readonly orderId: string } | 'unavailable' | null

/** By its session; after a crash, by its order id, if that order has no session. */
async function findBySession(
  { database }: Services,
  { sessionId, orderId }: { readonly sessionId: string; readonly orderId: string | null },
): Promise<Found> {
  const order = await database.db
    .selectFrom('krypto_orders')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('session_id', '=', sessionId),
        ...(isUuid(orderId)
          ? [eb.and([eb('id', '=', orderId), eb('session_id', 'is', null)])]
          : []),
      ]),
    )
    .executeTakeFirst()
  return order ? { orderId: order.id } : null
}

/** By its payment; a refund or a dispute can arrive before its payment, then by its order id. */
async function findByPayment(
  services: Services,
  { paymentIntent, orderId }: { readonly paymentIntent: string; readonly orderId: string | null },
): Promise<Found> {
  const { database, cards, log } = services
  const known = await database.db
    .selectFrom('krypto_orders')
    .select('id')
    .where('payment_intent', '=', paymentIntent)
    .executeTakeFirst()
  if (known) return { orderId: known.id }
  if (isUuid(orderId)) return { orderId }
  const answer = await cards.findOrderId(paymentIntent)
  if (answer.outcome === 'unavailable') {
    log.warn({ paymentIntent, detail: answer.detail }, 'Stripe unavailable')
    return 'unavailable'
  }
  return answer.outcome === 'found' && isUuid(answer.orderId) ? { orderId: answer.orderId } : null
}

/** A provider's event, verified. */
interface StoredEvent {
  readonly provider: Schema['webhook_events']['provider']
  readonly id: string
  readonly type: string
  /** The part that is stored for later investigation. */
  readonly body: unknown
}

interface AppliedEvent {
  /** Stored as the error when it was not applied. */
  readonly outcome: string
  /** False when it must be sent again. */
  readonly isDone: boolean
}

/** Stores an event, applies it and marks it as done; returns false when it must be sent again. */
async function applyOnce(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  { provider, id, type, body }: StoredEvent,
  apply: () => Promise<AppliedEvent>,
): Promise<boolean> {
  const stored = await db
    .insertInto('webhook_events')
    .values({ provider, event_id: id, type, body: JSON.stringify(body) })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ type }))
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (stored.processed_at) return true
  const { outcome, isDone } = await apply()
  await db
    .updateTable('webhook_events')
    .set(isDone ? { processed_at: clock(), error: null } : { error: outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .execute()
  return isDone
}
