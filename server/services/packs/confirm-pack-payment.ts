import { kr, type PackOrderStatus } from '#domain/kryptonite.ts'
import { totalKr } from '#domain/packs.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { PackOrder } from './pack-records.ts'
import { settlePack } from './settle-pack.ts'

const refusals: Readonly<Record<Exclude<PackOrderStatus, 'paid'>, ProblemCode>> = {
  pending: 'payment_pending',
  processing: 'payment_pending',
  failed: 'payment_declined',
  expired: 'payment_expired',
  // Its Kr are held back as long as the bank holds the money.
  disputed: 'payment_refunded',
  refunded: 'payment_refunded',
}

/**
 * The buyer's page says that he paid: we look, and answer all the Kr that this checkout credited, to
 * the Steam ID of its order. Who knows the session's id has seen Stripe's page. Refuses with
 * `session_not_found`, `card_payments_unavailable`, `payment_answer_unreadable` or how the payment
 * stands.
 */
export async function confirmPackPayment(
  services: Services,
  sessionId: string,
): Promise<{ totalKrypto: number }> {
  const known = await services.database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!known) throw new Refusal('session_not_found')
  // By our own books; Stripe need not be asked for what it has told.
  if (known.status === 'paid') return credited(known)
  const settled = await settlePack(services, known.id)
  if (settled.outcome === 'unavailable') {
    throw new Refusal('card_payments_unavailable', { retryAfterSeconds: 5 })
  }
  if (settled.outcome === 'unreadable') {
    throw new Refusal('payment_answer_unreadable', { retryAfterSeconds: 60 })
  }
  if (settled.outcome === 'not_found') throw new Refusal('session_not_found')
  const { order } = settled
  // Nothing of it changes by itself: the owner decides.
  if (order.mismatch !== null) throw new Refusal('payment_in_review')
  if (order.status !== 'paid') throw new Refusal(refusals[order.status])
  return credited(order)
}

function credited({ amount, bonus }: PackOrder): { totalKrypto: number } {
  return { totalKrypto: totalKr({ amount: kr(amount), bonus: kr(bonus) }) }
}
