import { parseCart, type CartItem } from '#domain/cart.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { newId } from '#web/cart/new-id.ts'

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
