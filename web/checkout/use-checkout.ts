import type { CartItem } from '#domain/cart.ts'
import { catalogue } from '#site/catalogue.ts'
import type { OrderView } from '#contract/checkout.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { correctCartPrice, readCart, removeFromCart } from '#web/cart/cart-store.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { rememberPlayer } from '#web/storage/remembered-player.ts'
import { toast } from '#web/toasts.ts'
import type { Buyer } from './buyer-details.ts'
import { checkoutApi } from './checkout-api.ts'
import type { CheckoutState } from './checkout-state.ts'
import { readCheckout, tellCheckout, useCheckoutState } from './checkout-store.ts'
import { removeHostedPress } from './hosted-presses.ts'
import { openOrderBody } from './open-order-body.ts'
import { mayBePaid, type OpenedOrder } from './opened-order.ts'
import type { PaymentEvent } from './order-progress.ts'
import { briefPaidMessage, paidMessage } from './paid-message.ts'
import { noticeForOpening } from './payment-notice.ts'

export interface Checkout {
  readonly state: CheckoutState
  /** Opens the order of an item; presses while one is being opened do nothing. */
  readonly pay: (item: CartItem, buyer: Buyer) => Promise<void>
  readonly fieldsEdited: () => void
  /** Takes in what happened to an order. */
  readonly tell: (order: OpenedOrder, event: PaymentEvent) => void
}

/** What happens at the checkout, from the press on a pay button to the item leaving the cart. */
export function useCheckout(discordAvatarUrl: string | null, leave: () => void): Checkout {
  const state = useCheckoutState()

  async function pay(item: CartItem, buyer: Buyer): Promise<void> {
    // The page may be drawn later than a double click comes.
    if (readCheckout().openingItemId !== null) return
    tellCheckout({ type: 'opening', item })
    const answer = await checkoutApi.openOrder(openOrderBody(item, buyer, discordAvatarUrl))
    if (!answer.ok) {
      refuseOpening(item, answer.problem)
      return
    }
    rememberPlayer(buyer)
    // The watch asks how it stands before the button shows: it may be paid already, in another tab.
    tellCheckout({ type: 'opened', order: { item, ...answer.value, ...buyer } })
  }

  function tell({ item, orderId }: OpenedOrder, event: PaymentEvent): void {
    const toldBefore = readCheckout().paid.length
    tellCheckout({ type: 'payment', orderId, event })
    for (const paid of readCheckout().paid.slice(toldBefore)) celebrate(item.id, paid, leave)
  }

  return { state, pay, fieldsEdited: () => tellCheckout({ type: 'fields_edited' }), tell }
}

function celebrate(itemId: string, paid: OrderView, leave: () => void): void {
  removeHostedPress(itemId)
  removeFromCart(itemId)
  const isShown = location.pathname === paths.checkout()
  const isLast = readCart().length === 0 && !readCheckout().orders.some(mayBePaid)
  // A checkout that stays says the rest by itself, for as long as it is open.
  toast(isShown && !isLast ? briefPaidMessage(paid) : paidMessage(paid))
  if (isShown && isLast) leave()
}

function refuseOpening(item: CartItem, problem: ApiProblem): void {
  const errors = problem.errors.filter(({ path }) => isBuyerField(path))
  if (errors.length > 0) {
    tellCheckout({ type: 'fields_refused', errors })
    return
  }
  const notice = noticeForOpening(problem.code)
  if (notice === 'price_changed') correctPrice(item, problem.currentPriceCents)
  if (notice === 'not_sent') {
    toast({
      title: m.checkout_error_title(),
      description: m.checkout_not_sent(),
      tone: 'destructive',
    })
  }
  tellCheckout({ type: 'opening_refused', item, notice })
}

function isBuyerField(path: string): boolean {
  return path === 'steamId' || path === 'discordUsername'
}

function correctPrice(item: CartItem, currentPriceCents: number | null): void {
  const priceCents = currentPriceCents ?? catalogue.findOffer(item)?.priceCents
  if (priceCents !== undefined) correctCartPrice(item.id, priceCents)
}
