import type { CartItem } from '#domain/cart.ts'
import { catalogue } from '#site/catalogue.ts'
import { orderCan } from '#domain/orders.ts'
import type { PaymentOptions } from '#contract/checkout.ts'
import { isSameChoice } from '#web/cart/cart-choices.ts'
import type { Buyer } from './buyer-details.ts'
import { isBeingPaid, type OpenedOrder } from './opened-order.ts'

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
  /** Another payment is being made ready; all pay buttons rest meanwhile. */
  readonly isOpening: boolean
  readonly order: OpenedOrder | undefined
  /** The item's hosted button was pressed, here or in another tab. */
  readonly isHostedPressed: boolean
  /** Whether it is the order opened last: PayPal's hosted buttons stand only one on a page. */
  readonly isLastOpened: boolean
}

/** Decides the step; an order opened for other details or goods than those of now does not count. */
export function payStep(facts: PayStepFacts): PayStep {
  const { item, buyer, options, isOpening, order, isHostedPressed, isLastOpened } = facts
  if (order?.status === 'processing') return 'under_review'
  if (order?.phase === 'approved') return 'confirming'
  // The button that the buyer is busy with stays, whatever else is opened or typed.
  if (order && options && (isBeingPaid(order) || isHostedPressed)) return 'paying'
  const offer = catalogue.findOffer(item)
  if (!offer) return 'not_sold'
  if (options && !options.hostedButtonIds[offer.key]) return 'no_button'
  if (!buyer) return 'details_missing'
  if (!options) return 'loading'
  if (isOpening) return 'opening'
  if (!order || !isLastOpened || !isFor(order, buyer, item)) return 'ready'
  if (order.status === null) return 'checking'
  return orderCan.startPayment(order.status) ? 'paying' : 'ready'
}

function isFor(order: OpenedOrder, buyer: Buyer, item: CartItem): boolean {
  return (
    order.steamId === buyer.steamId &&
    order.discordUsername === buyer.discordUsername &&
    order.listedAsDonor === buyer.listedAsDonor &&
    isSameChoice(order.item, item)
  )
}
