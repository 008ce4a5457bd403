/**
 * The states of an order. `pending`: opened, not paid. `processing`: the provider holds the payment
 * for review. `paid`: an adapter delivers it, or the staff where none does. `expired`: can
 * no longer be paid, because its time ran out or its payment was denied. `superseded`: the buyer
 * opened the same cart item again with other details. `disputed`: the payer disputes the payment,
 * and the provider has not decided. `refunded`: all of the money was returned. A payment that
 * arrives for an expired or superseded order still pays it, because the money is real.
 */
export const orderStatuses = [
  'pending',
  'processing',
  'paid',
  'expired',
  'superseded',
  'disputed',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What changes an order's status, from its buyer, its provider or the clock. */
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
  payment_completed: 'paid',
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
    payment_completed: 'paid',
    payment_refunded: 'refunded',
    payment_denied: 'expired',
  },
  paid: { payment_refunded: 'refunded', payment_disputed: 'disputed' },
  disputed: { payment_refunded: 'refunded', dispute_won: 'paid' },
  expired: { ...payable, opened_again: 'pending', replaced: 'superseded' },
  superseded: payable,
  refunded: {},
}

/** The status after an event; unchanged when the event has no effect (a repeated webhook). */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus {
  return transitions[status][event] ?? status
}

export const orderCan = {
  /** Whether the buyer may still pay. */
  startPayment: (status: OrderStatus): boolean => status === 'pending',
  /** Whether it has no payment yet, neither complete nor under the provider's review. */
  receivePayment: (status: OrderStatus): boolean => transitions[status].payment_held !== undefined,
  /** Whether a completed payment leads to a delivery. */
  deliver: (status: OrderStatus): boolean => transitions[status].payment_completed === 'paid',
  expire: (status: OrderStatus): boolean => transitions[status].time_ran_out !== undefined,
  beReplaced: (status: OrderStatus): boolean => transitions[status].replaced !== undefined,
  openAgain: (status: OrderStatus): boolean => transitions[status].opened_again !== undefined,
}
