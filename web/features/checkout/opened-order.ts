import * as z from 'zod/mini'
import type { OrderView, PaymentOptions } from '#contract/checkout.ts'
import { validEntries } from '#contract/fields.ts'
import type { CartItem } from '#domain/cart.ts'
import { orderCan, type OrderStatus } from '#domain/orders.ts'
import { newId } from '#web/app/new-id.ts'
import { isSameChoice } from '#web/features/cart/cart-choices.ts'
import { storedCartItem } from '#web/features/cart/parse-cart.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import type { Buyer } from './buyer-form.ts'

/**
 * How far the buyer has come with an order. `open`: nothing is under way. `started`: PayPal's
 * window is open. `capturing`: approved, and this page is capturing the payment. `approved`:
 * approved but not confirmed; polling goes on capturing it.
 */
export type OrderPhase = 'open' | 'started' | 'capturing' | 'approved'

const storedOrder = z.object({
  orderId: z.string(),
  item: z.pipe(
    storedCartItem,
    z.transform(({ id, ...item }): CartItem => ({ id: id ?? newId(), ...item })),
  ),
  steamId: z.string(),
  discordUsername: z.string(),
  forSomebodyElse: z.catch(z.boolean(), false),
  listedAsDonor: z.catch(z.boolean(), false),
  /** The cart items that its payment is for: its own alone, or with others. */
  itemIds: z.catch(z.array(z.string()), []),
  /** Whether its price is that of a sale or code, which holds for it when they end. */
  isReduced: z.catch(z.optional(z.boolean()), undefined),
  /** What its buyer approved. */
  paypalOrderId: z.catch(z.nullable(z.string()), null),
  phase: z.catch(z.literal(['open', 'approved']), 'open'),
  /** Requested again from our server. */
  status: z.catch(z.null(), null),
})

/** The stored orders without the invalid ones. */
export const storedOrders = z.catch(validEntries(storedOrder), [])

type StoredOrder = Readonly<z.output<typeof storedOrder>>

/** An order that this tab opened, with the cart item and details at that time. */
export interface OpenedOrder extends Omit<StoredOrder, 'phase' | 'status'> {
  readonly phase: OrderPhase
  /** The status in our server's last response; null until there is one. */
  readonly status: OrderStatus | null
  /** Whom a held payment waits for. */
  readonly heldFor?: OrderView['heldFor']
}

/** Whether the buyer has approved at PayPal, so that money may be on its way. */
export function isApproved({ phase }: OpenedOrder): boolean {
  return phase === 'capturing' || phase === 'approved'
}

/** Whether the payment is being made right now: its button must stay, and the details must not change. */
export function isBeingPaid({ phase }: OpenedOrder): boolean {
  return phase === 'started' || phase === 'capturing'
}

/** Whether a payment may arrive, so that the order is shown even when its item has left the cart. */
export function mayBePaid(order: OpenedOrder): boolean {
  return order.phase !== 'open' || order.status === 'processing'
}

/**
 * The item at the price of its open order, where a sale or code has ended since. An order with other
 * details is a new one, and gets none; `buyer` is null while theirs are incomplete.
 */
export function withHeldPrice<Item extends CartItem>(
  item: Item,
  orders: readonly OpenedOrder[],
  buyer: Buyer | null,
): Item {
  const order = orders.find((other) => other.item.id === item.id)
  if (!order?.isReduced || order.item.price >= item.price) return item
  if (buyer && !isOfBuyer(order, buyer)) return item
  const held = { ...item, price: order.item.price }
  return isSameChoice(order.item, held) ? held : item
}

/** Whether it is paid with others at once, so that it has no button of its own. */
export function isPaidTogether({ itemIds }: OpenedOrder): boolean {
  return itemIds.length > 1
}

/**
 * The orders of a payment of several: of the one that the buyer is making, else of the latest.
 * Undefined where an order is not open yet, or is finished.
 */
export function ordersPaidTogether(
  orders: readonly OpenedOrder[],
): readonly (OpenedOrder | undefined)[] {
  const current =
    orders.find((order) => isPaidTogether(order) && isBeingPaid(order)) ?? orders.at(-1)
  if (!current || !isPaidTogether(current)) return []
  return current.itemIds.map((itemId) => orders.find(({ item }) => item.id === itemId))
}

/** Serialises the orders for the next page: an approval survives a reload, a payment window does not. */
export function formatOpenedOrders(orders: readonly OpenedOrder[]): string {
  return JSON.stringify(
    orders.map((order) => ({ ...order, phase: isApproved(order) ? 'approved' : 'open' })),
  )
}

/** The step of one cart item towards its payment, which decides what its row shows. */
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
  | 'paying_together'

export interface PayStepInput {
  readonly item: CartItem
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  /** Another payment is being prepared, so all pay buttons are disabled. */
  readonly isOpening: boolean
  readonly order: OpenedOrder | undefined
  /** The item's hosted button was pressed, here or in another tab. */
  readonly isHostedPressed: boolean
  /** Whether this order is the latest: a page can have only one of PayPal's hosted buttons. */
  readonly isLastOpened: boolean
}

/** Decides the step. An order with other details or another item than the current ones is ignored. */
export function payStep(input: PayStepInput): PayStep {
  const { item, buyer, options, isOpening, order, isHostedPressed, isLastOpened } = input
  if (order?.status === 'processing') return 'under_review'
  if (order?.phase === 'approved') return 'confirming'
  // The button that the buyer is using stays, whatever else is opened or typed.
  if (order && options && (isBeingPaid(order) || isHostedPressed)) {
    return isPaidTogether(order) ? 'paying_together' : 'paying'
  }
  const offer = catalogue().findOffer(item)
  if (!offer) return 'not_sold'
  if (options && !options.hostedButtonIds[offer.key]) return 'no_button'
  if (!buyer) return 'details_missing'
  if (!options) return 'loading'
  if (isOpening) return 'opening'
  if (!order || !isLastOpened || isPaidTogether(order)) return 'ready'
  const step = buttonStep([order], [item], buyer)
  return step === 'none' ? 'ready' : step
}

function matchesOrder(order: OpenedOrder, buyer: Buyer, item: CartItem): boolean {
  return (
    isOfBuyer(order, buyer) &&
    order.listedAsDonor === buyer.listedAsDonor &&
    isSameChoice(order.item, item)
  )
}

function isOfBuyer(order: OpenedOrder, buyer: Buyer): boolean {
  return (
    order.steamId === buyer.steamId &&
    order.discordUsername === buyer.discordUsername &&
    order.forSomebodyElse === buyer.forSomebodyElse
  )
}

/** One payment takes this many orders. */
export const mostTogether = 10

const stepsTowardsPayment: ReadonlySet<PayStep> = new Set([
  'details_missing',
  'loading',
  'ready',
  'opening',
  'checking',
  'paying',
])

/** Whether an item can be paid by the button for all, once what is missing is there. */
export function canBePaidTogether(step: PayStep): boolean {
  return stepsTowardsPayment.has(step)
}

/**
 * Whether PayPal's button for these orders is on the page: not once they differ from what is in the
 * form and in the cart, but always while the buyer is using it.
 */
export function buttonStep(
  orders: readonly (OpenedOrder | undefined)[],
  items: readonly CartItem[],
  buyer: Buyer | null,
): 'none' | 'checking' | 'paying' {
  if (orders.some((order) => order && isBeingPaid(order))) return 'paying'
  const areCurrent = orders.every((order) => {
    const item = items.find(({ id }) => id === order?.item.id)
    return order?.phase === 'open' && item && buyer && matchesOrder(order, buyer, item)
  })
  if (!areCurrent || orders.length === 0) return 'none'
  if (orders.some((order) => order?.status === null)) return 'checking'
  return orders.every((order) => order?.status && orderCan.startPayment(order.status))
    ? 'paying'
    : 'none'
}
