import { useEffect, useEffectEvent } from 'react'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { startPoll } from '#web/app/poll.ts'
import type { PricedItem } from '#web/features/cart/cart-code.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Buyer } from './buyer-form.ts'
import { checkoutApi, requestOrder } from './checkout-api.ts'
import { payStep, type OpenedOrder, type PayStep } from './opened-order.ts'
import { ItemNotice, PayAction } from './pay-action.tsx'
import { PaymentArea } from './payment-area.tsx'
import type { Checkout } from './use-checkout.ts'

/** What the payments of all items need. */
export interface PaymentProps {
  /** At what they cost now. */
  readonly items: readonly PricedItem[]
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  /** The items whose hosted button was pressed. */
  readonly pressedItemIds: readonly string[]
  readonly checkout: Checkout
}

/** The latest order of an item. */
export function orderOf(item: CartItem, { checkout }: PaymentProps): OpenedOrder | undefined {
  return checkout.state.orders.find((order) => order.item.id === item.id)
}

export function stepOf(item: CartItem, props: PaymentProps): PayStep {
  const { items, buyer, options, pressedItemIds, checkout } = props
  const { orders, openingItemIds } = checkout.state
  const order = orderOf(item, props)
  const isHostedPressed = pressedItemIds.includes(item.id)
  // Removing the button of another item that was pressed would close its open window.
  const isOtherPressed = items.some(({ id }) => id !== item.id && pressedItemIds.includes(id))
  const lastOpened = orders.findLast((other) => items.some(({ id }) => id === other.item.id))
  return payStep({
    item,
    buyer,
    options,
    isOpening: openingItemIds.length > 0 || (isOtherPressed && !isHostedPressed),
    order,
    isHostedPressed,
    isLastOpened: lastOpened?.item.id === item.id,
  })
}

interface ItemPaymentProps extends PaymentProps {
  readonly item: PricedItem
  /** Beside a main button that pays everything. */
  readonly isSecondary: boolean
}

/** The payment of one item. */
export function ItemPayment({ item, isSecondary, ...props }: ItemPaymentProps) {
  const { buyer, options, pressedItemIds, checkout } = props
  const { notices, openingItemIds } = checkout.state
  const order = orderOf(item, props)
  const step = stepOf(item, props)
  const hostedButtonId = options?.hostedButtonIds[catalogue().findOffer(item)?.key ?? '']
  return (
    <div className="grid gap-3">
      <div aria-live="polite" className="empty:hidden">
        <ItemNotice item={item} order={order} step={step} notice={notices[item.id]} />
      </div>
      {order && isAboutOrder(step) && (
        <p className="text-sm break-all text-muted">
          {m.player_for_steam_id({ steamId: order.steamId })}
        </p>
      )}
      {step === 'paying' && order && options && hostedButtonId !== undefined ? (
        <PaymentArea
          key={`pay ${order.orderId}`}
          orders={[order]}
          options={options}
          isRefused={notices[item.id] === 'not_set_up'}
          hosted={
            options.driver === 'hosted'
              ? { order, buttonId: hostedButtonId, isPressed: pressedItemIds.includes(item.id) }
              : null
          }
          dispatch={checkout.dispatchPayments}
        />
      ) : (
        <PayAction
          item={item}
          step={step}
          isOpeningThis={openingItemIds.length === 1 && openingItemIds.includes(item.id)}
          isSecondary={isSecondary}
          onPay={() => buyer && void checkout.pay([item], buyer)}
        />
      )}
      {order && (
        <OrderPolling
          key={`watch ${order.orderId}`}
          order={order}
          dispatch={checkout.dispatchPayments}
        />
      )}
    </div>
  )
}

/** Whether the step is about the open order rather than the typed details. */
function isAboutOrder(step: PayStep): boolean {
  return (
    step === 'paying' ||
    step === 'paying_together' ||
    step === 'confirming' ||
    step === 'under_review'
  )
}

interface OrderPollingProps {
  readonly order: OpenedOrder
  readonly dispatch: Checkout['dispatchPayments']
}

/**
 * Polls an open order, and at once when the buyer returns to the page. The polling starts once, so
 * another order needs another component instance.
 */
function OrderPolling({ order, dispatch }: OrderPollingProps) {
  const poll = useEffectEvent(async () => dispatch(await requestOrder(checkoutApi, order)))
  const isPaused = useEffectEvent(() => document.hidden || order.phase === 'capturing')

  useEffect(() => {
    const polling = startPoll(
      () => poll(),
      () => isPaused(),
    )
    polling.pollNow()
    window.addEventListener('focus', polling.pollNow)
    document.addEventListener('visibilitychange', polling.pollNow)
    return () => {
      polling.stop()
      window.removeEventListener('focus', polling.pollNow)
      document.removeEventListener('visibilitychange', polling.pollNow)
    }
  }, [])

  return null
}
