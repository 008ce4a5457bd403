import type { PaymentOptions } from '#contract/checkout.ts'
import { parseCart, type CartItem } from '#domain/cart.ts'
import { orderCan, type OrderStatus } from '#domain/orders.ts'
import { catalogue } from '#site/catalogue.ts'
import { newId } from '#web/app/new-id.ts'
import { isSameChoice } from '#web/features/cart/cart-choices.ts'
import type { Buyer } from './buyer-form.ts'

/**
 * How far the buyer is with an order. `open`: nothing is under way. `started`: PayPal's window is
 * open. `capturing`: approved there, and this page is having it collected. `approved`: approved, but
 * not confirmed; the watch goes on collecting.
 */
export type OrderPhase = 'open' | 'started' | 'capturing' | 'approved'

/** An order that this tab opened for a cart item as it was then, and for whom. */
export interface OpenedOrder {
  readonly orderId: string
  readonly item: CartItem
  readonly steamId: string
  readonly discordUsername: string
  readonly listedAsDonor: boolean
  readonly phase: OrderPhase
  /** The last word of our server; null until it has spoken. */
  readonly status: OrderStatus | null
}

/** Whether the buyer has said yes at PayPal, so that money may be on its way. */
export function isApproved({ phase }: OpenedOrder): boolean {
  return phase === 'capturing' || phase === 'approved'
}

/** Whether the payment is being made right now: its button has to stay, and the details as they are. */
export function isBeingPaid({ phase }: OpenedOrder): boolean {
  return phase === 'started' || phase === 'capturing'
}

/** Whether money may come, so that the order is shown even when its item has left the cart. */
export function mayBePaid(order: OpenedOrder): boolean {
  return order.phase !== 'open' || order.status === 'processing'
}

/** What outlives the page: a payment window does not, an approval does. */
export function formatOpenedOrders(orders: readonly OpenedOrder[]): string {
  return JSON.stringify(
    orders.map((order) => ({ ...order, phase: isApproved(order) ? 'approved' : 'open' })),
  )
}

/** Reads what session storage holds; anything that is not ours is left out. */
export function parseOpenedOrders(value: unknown): readonly OpenedOrder[] {
  return Array.isArray(value) ? value.flatMap(parseOpenedOrder) : []
}

function parseOpenedOrder(value: unknown): readonly OpenedOrder[] {
  if (typeof value !== 'object' || value === null) return []
  const fields: Record<string, unknown> = { ...value }
  const { orderId, item, steamId, discordUsername, listedAsDonor, phase } = fields
  const [cartItem] = parseCart(JSON.stringify([item]), newId).items
  if (!cartItem || typeof orderId !== 'string') return []
  if (typeof steamId !== 'string' || typeof discordUsername !== 'string') return []
  return [
    {
      orderId,
      item: cartItem,
      steamId,
      discordUsername,
      listedAsDonor: listedAsDonor === true,
      phase: phase === 'approved' ? 'approved' : 'open',
      status: null,
    },
  ]
}

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
