import type { CardEvent, CardEventSubject } from '../../providers/payments/card-checkout.ts'
import type { Services } from '../context.ts'
import { settlePack } from './settle-pack.ts'

/**
 * Applies a verified event: stores it once, asks Stripe for the truth, marks it done. Returns false
 * when it must be sent again. An event that was applied before changes nothing.
 */
export async function receiveCardWebhook(services: Services, event: CardEvent): Promise<boolean> {
  const { database, cards, clock } = services
  const stored = await database.db
    .insertInto('webhook_events')
    .values({
      provider: cards.name,
      event_id: event.id,
      type: event.type,
      // Not all of it: that has the payer's name and addresses, which nobody here needs.
      body: JSON.stringify({ subject: event.subject }),
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'event_id']).doUpdateSet({ type: event.type }),
    )
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (stored.processed_at) return true
  const outcome = await applySubject(services, event.subject)
  const isDone = outcome !== 'unavailable'
  await database.db
    .updateTable('webhook_events')
    .set(isDone ? { processed_at: clock(), error: null } : { error: outcome })
    .where('provider', '=', cards.name)
    .where('event_id', '=', event.id)
    .execute()
  return isDone
}

type Applied = 'applied' | 'ignored' | 'unavailable'

async function applySubject(
  services: Services,
  subject: CardEventSubject | null,
): Promise<Applied> {
  if (!subject) return 'ignored'
  const found =
    subject.kind === 'session'
      ? await findBySession(services, subject)
      : await findByPayment(services, subject)
  // Other shops may use the account.
  if (found === null) return 'ignored'
  if (found === 'unavailable') return found
  const sessionId = subject.kind === 'session' ? subject.sessionId : null
  const { outcome } = await settlePack(services, found.orderId, sessionId)
  if (outcome === 'unavailable') return outcome
  return outcome === 'order' ? 'applied' : 'ignored'
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

function isUuid(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
