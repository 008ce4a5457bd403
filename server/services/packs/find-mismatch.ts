import type { CheckoutPayment } from '#server/providers/payments/card-checkout.ts'
import type { PackOrder } from './pack-records.ts'

type Ordered = Pick<
  PackOrder,
  'id' | 'provider_mode' | 'session_id' | 'price_id' | 'price_cents' | 'currency'
>

/** Why a payment is not what its order asked for; null when it is, exactly. */
export function findMismatch(order: Ordered, payment: CheckoutPayment): string | null {
  const [line, ...others] = payment.lines
  if (payment.mode !== order.provider_mode) return 'mode'
  if (payment.orderId !== order.id) return 'order'
  if (payment.sessionId !== (order.session_id ?? payment.sessionId)) return 'order'
  const isThePack = line?.priceId === order.price_id && line.quantity === 1 && others.length === 0
  if (!isThePack) return 'item'
  if (payment.currency !== order.currency) return 'currency'
  if (payment.subtotalCents !== order.price_cents) return 'amount'
  // Less after a discount that we never gave; taxes may come on top.
  return payment.totalCents < order.price_cents ? 'amount' : null
}
