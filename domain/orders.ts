/**
 * The life of an order. `pending`: made, not paid. `processing`: the provider holds the payment for
 * review. `settled`: paid and handed to the staff. `expired`: can no longer be paid, because its
 * time is over or its payment was denied. `superseded`: the buyer opened the same cart item again
 * with other details. `disputed`: its payer wants the money back, and the provider has not decided.
 * `refunded`: all of the money went back. A payment that arrives for an expired or superseded order still settles it,
 * because the money is real.
 */
export const orderStatuses = [
  'pending',
  'processing',
  'settled',
  'expired',
  'superseded',
  'disputed',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What we learn about an order from its buyer, its provider or the clock. */
export type OrderEvent =
  | 'opened_again'
  | 'replaced'
  | 'payment_held'
  | 'payment_completed'
  | 'payment_refunded'
  | 'payment_disputed'
  | 'dispute_won'
  | 'payment_denied'
  | 'time_ran_out'

const payable = {
  payment_held: 'processing',
  payment_completed: 'settled',
  payment_refunded: 'refunded',
} as const

const transitions: Readonly<Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>>> = {
  pending: {
    ...payable,
    payment_denied: 'expired',
    replaced: 'superseded',
    time_ran_out: 'expired',
  },
  processing: {
    payment_completed: 'settled',
    payment_refunded: 'refunded',
    payment_denied: 'expired',
  },
  settled: { payment_refunded: 'refunded', payment_disputed: 'disputed' },
  disputed: { payment_refunded: 'refunded', dispute_won: 'settled' },
  expired: { ...payable, opened_again: 'pending', replaced: 'superseded' },
  superseded: payable,
  refunded: {},
}

/** The status after an event; the same status when the event changes nothing (a repeated webhook). */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus {
  return transitions[status][event] ?? status
}

export const orderCan = {
  /** Whether the buyer may still be asked for money. */
  startPayment: (status: OrderStatus): boolean => status === 'pending',
  /** Whether a completed payment still has to be delivered. */
  deliver: (status: OrderStatus): boolean => transitions[status].payment_completed === 'settled',
  expire: (status: OrderStatus): boolean => transitions[status].time_ran_out !== undefined,
  beReplaced: (status: OrderStatus): boolean => transitions[status].replaced !== undefined,
  openAgain: (status: OrderStatus): boolean => transitions[status].opened_again !== undefined,
}
