import { isUuid } from '#domain/uuid.ts'
import type { CardEvent, CardEventSubject } from '#server/providers/payments/card-checkout.ts'
import { applyOnce } from '#server/services/apply-once.ts'
import type { Services } from '#server/services/context.ts'
import { settlePack } from './settle-pack.ts'

/**
 * Applies a verified event: asks Stripe for the truth. Returns false when it must be sent again. An
 * event that was applied before changes nothing.
 */
export function receiveCardWebhook(services: Services, event: CardEvent): Promise<boolean> {
  const { id, type, subject } = event
  // Not all of it is kept: that has the payer's name and addresses, which nobody here needs.
  const stored = { provider: services.cards.name, id, type, body: { subject } }
  return applyOnce(services, stored, async () => {
    const outcome = await applySubject(services, event)
    return { outcome, isDone: outcome !== 'unavailable' && outcome !== 'unreadable' }
  })
}

type Applied = 'applied' | 'ignored' | 'unavailable' | 'unreadable'

async function applySubject(services: Services, { subject, type }: CardEvent): Promise<Applied> {
  if (!subject) return 'ignored'
  const found =
    subject.kind === 'session'
      ? await findBySession(services, subject)
      : await findByPayment(services, subject)
  if (found === null) {
    if (isPaid(type)) tellOfStranger(services, subject)
    return 'ignored'
  }
  if (found === 'unavailable') return found
  const toldSession = subject.kind === 'session' ? subject.sessionId : null
  const { outcome } = await settlePack(services, found.orderId, { toldSession })
  if (outcome === 'unavailable' || outcome === 'unreadable') return outcome
  return outcome === 'order' ? 'applied' : 'ignored'
}

function isPaid(type: string): boolean {
  return type === 'checkout.session.completed' || type.endsWith('.async_payment_succeeded')
}

/** Another shop may use the account; but after a restored backup it can be an order of ours. */
function tellOfStranger({ log }: Services, { orderId, ...subject }: CardEventSubject): void {
  if (isUuid(orderId)) log.error({ ...subject, orderId }, 'paid at stripe for an order not here')
}

type Found = { readonly orderId: string } | 'unavailable' | null

/** By its session; by the order that it names only while that has none, which a crash can leave. */
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

/** A refund or a dispute can be told before we know whose payment it is: then its order id helps. */
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
  const asked = await cards.findOrderId(paymentIntent)
  if (asked.outcome === 'unavailable') {
    log.warn({ paymentIntent, detail: asked.detail }, 'stripe does not answer')
    return 'unavailable'
  }
  return asked.outcome === 'found' && isUuid(asked.orderId) ? { orderId: asked.orderId } : null
}
