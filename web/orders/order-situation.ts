import type { OrderView } from '#contract/checkout.ts'
import type { OrderStatus } from '#domain/orders.ts'

/** How an order stands, as its buyer thinks of it. */
export type OrderSituation =
  | 'unpaid'
  | 'under_review'
  | 'to_activate'
  | 'activated'
  | 'disputed'
  | 'refunded'
  | 'expired'
  | 'replaced'

const situations: Readonly<Record<Exclude<OrderStatus, 'settled'>, OrderSituation>> = {
  pending: 'unpaid',
  processing: 'under_review',
  disputed: 'disputed',
  refunded: 'refunded',
  expired: 'expired',
  superseded: 'replaced',
}

export function orderSituation({ status, deliveredAt }: OrderView): OrderSituation {
  if (status !== 'settled') return situations[status]
  return deliveredAt === null ? 'to_activate' : 'activated'
}

/** Whether money came for it, also when it went back later. */
export function isPaid({ status, paidAt }: OrderView): boolean {
  return paidAt !== null || status === 'settled' || status === 'disputed' || status === 'refunded'
}

/** Whether a part of the money went back while the order stands. */
export function isPartlyRefunded({ status, refundedCents }: OrderView): boolean {
  return refundedCents > 0 && status !== 'refunded'
}

/** Whether the buyer's choice to be named as a donor changes anything. */
export function donorChoiceMatters({ status }: OrderView): boolean {
  return status === 'settled' || status === 'disputed'
}
