import type { CartItem } from '../../domain/cart.ts'
import { findOffer } from '../../domain/catalogue.ts'
import { orderCan, type OrderStatus } from '../../domain/orders.ts'
import type { PaymentOptions } from '../../contract/checkout.ts'
import type { Buyer } from './buyer-details.ts'
import type { OpenedOrder } from './opened-orders.ts'

/** Where one cart item stands on its way to being paid: what its row shows. */
export type PayStep =
  | 'details_missing'
  | 'loading'
  | 'not_sold'
  | 'no_button'
  | 'ready'
  | 'opening'
  | 'checking'
  | 'under_review'
  | 'confirming'
  | 'paying'

export interface PayStepFacts {
  readonly item: CartItem
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  /** Some item's order is being opened; all pay buttons rest meanwhile. */
  readonly isOpening: boolean
  readonly order: OpenedOrder | undefined
  /** PayPal's button is waiting for our server to collect the approved payment: it has to stay. */
  readonly isCapturing: boolean
  /** Whether it is the order opened last: PayPal's hosted buttons stand only one on a page. */
  readonly isLastOpened: boolean
  readonly status: OrderStatus | undefined
}

/** Decides the step; an order opened for other details than the ones typed now does not count. */
export function payStep(facts: PayStepFacts): PayStep {
  const { item, buyer, options, isOpening, order, isCapturing, isLastOpened, status } = facts
  if (status === 'processing') return 'under_review'
  if (order?.approved && !isCapturing) return 'confirming'
  const offer = findOffer(item)
  if (!offer) return 'not_sold'
  if (options && !options.hostedButtonIds[offer.key]) return 'no_button'
  if (!buyer) return 'details_missing'
  if (!options) return 'loading'
  if (isOpening) return 'opening'
  if (!order || !isLastOpened || !isFor(order, buyer)) return 'ready'
  if (status === undefined) return 'checking'
  return orderCan.startPayment(status) ? 'paying' : 'ready'
}

function isFor(order: OpenedOrder, buyer: Buyer): boolean {
  return order.steamId === buyer.steamId && order.discordUsername === buyer.discordUsername
}
