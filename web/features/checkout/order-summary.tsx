import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import type { RgbColor } from '#domain/color.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { catalogue } from '#contract/catalogue.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { startPoll } from '#web/app/poll.ts'
import { Icon } from '#web/art/icon.tsx'
import { soldTotalCents } from '#web/features/cart/cart-choices.ts'
import { ItemCard, ItemColorEditor } from '#web/features/cart/item-card.tsx'
import { itemTitle } from '#web/features/donations/product-text.ts'
import { ItemOutlook } from '#web/features/perks/purchase-outlook.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Buyer } from './buyer-form.ts'
import { checkoutApi, requestOrder } from './checkout-api.ts'
import type { PaymentEvent } from './checkout-state.ts'
import {
  mayBePaid,
  payStep,
  type OpenedOrder,
  type PayStep,
  type PayStepInput,
} from './opened-order.ts'
import { PayAction, PaymentNoticeBox } from './pay-action.tsx'
import { PaymentArea } from './payment-area.tsx'
import type { Checkout } from './use-checkout.ts'

interface OrderSummaryProps {
  readonly items: readonly CartItem[]
  readonly buyer: Buyer | null
  /** The typed Steam ID; null while it is not valid. */
  readonly steamId: SteamId64 | null
  readonly options: PaymentOptions | null
  /** The items whose hosted button was pressed. */
  readonly pressedItemIds: readonly string[]
  readonly checkout: Checkout
}

/** The items with their total; each is paid separately. */
export function OrderSummary(props: OrderSummaryProps) {
  const { items, buyer, steamId, options, pressedItemIds, checkout } = props
  const ordersHere = checkout.state.orders.filter((order) =>
    items.some(({ id }) => id === order.item.id),
  )
  const lastOpened = ordersHere.at(-1)
  return (
    <section>
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{m.checkout_items_title()}</h2>
        <p className="text-muted">
          {m.cart_total()}{' '}
          <span className="font-display text-xl font-bold text-ink">
            {formatCents(soldTotalCents(items))}
          </span>
        </p>
      </header>
      {items.some(({ type }) => type === 'Reskin') && <ReskinNotice />}
      <ul aria-label={m.cart_items_label()} className="mt-4 grid gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard item={item}>
              <ItemOutlook item={item} items={items} steamId={steamId} />
              <ItemPayment
                item={item}
                buyer={buyer}
                options={options}
                order={ordersHere.find((order) => order.item.id === item.id)}
                isLastOpened={lastOpened?.item.id === item.id}
                isHostedPressed={pressedItemIds.includes(item.id)}
                isOtherPressed={items.some(
                  ({ id }) => id !== item.id && pressedItemIds.includes(id),
                )}
                checkout={checkout}
              />
            </ItemCard>
          </li>
        ))}
      </ul>
      {items.length > 1 && <p className="mt-4 text-sm text-muted">{m.cart_pay_separately()}</p>}
    </section>
  )
}

/** A reskin is custom work: its design is agreed on in a ticket. */
function ReskinNotice() {
  return (
    <Notice
      tone="warning"
      title={m.checkout_reskin_title()}
      action={<DiscordLink newTab>{m.checkout_reskin_link()}</DiscordLink>}
    >
      {m.checkout_reskin_text()}
    </Notice>
  )
}

interface ItemPaymentProps extends Omit<PayStepInput, 'isOpening'> {
  /** Another item's hosted button was pressed. Removing that button would close its open window. */
  readonly isOtherPressed: boolean
  readonly checkout: Checkout
}

/** The payment of one item. */
function ItemPayment(props: ItemPaymentProps) {
  const { item, buyer, options, order, isHostedPressed, isOtherPressed, checkout } = props
  const { notices, openingItemId } = checkout.state
  const isOpening = openingItemId !== null || (isOtherPressed && !isHostedPressed)
  const step = payStep({ ...props, isOpening })
  const hostedButtonId = options?.hostedButtonIds[catalogue.findOffer(item)?.key ?? '']

  const isBusy = openingItemId === item.id || isHostedPressed
  const isFrozen = isBusy || (order !== undefined && mayBePaid(order))

  return (
    <>
      {item.color && <ItemColor item={item} color={item.color} isFrozen={isFrozen} />}
      <div className="mt-4 grid gap-3 border-t border-line pt-4">
        <div aria-live="polite" className="empty:hidden">
          <PaymentNoticeBox item={item} step={step} notice={notices[item.id]} />
        </div>
        {order && isAboutOrder(step) && (
          <p className="text-sm break-all text-muted">
            {m.checkout_for_account({ steamId: order.steamId })}
          </p>
        )}
        {step === 'paying' && order && options && hostedButtonId !== undefined ? (
          <PaymentArea
            key={`pay ${order.orderId}`}
            order={order}
            options={options}
            hostedButtonId={hostedButtonId}
            isHostedPressed={isHostedPressed}
            dispatch={(event) => checkout.dispatchPayment(order, event)}
          />
        ) : (
          <PayAction
            item={item}
            step={step}
            isOpeningThis={openingItemId === item.id}
            onPay={() => buyer && void checkout.pay(item, buyer)}
          />
        )}
        {order && (
          <OrderPolling
            key={`watch ${order.orderId}`}
            order={order}
            dispatch={(event) => checkout.dispatchPayment(order, event)}
          />
        )}
      </div>
    </>
  )
}

/** Whether the step is about the open order rather than the typed details. */
function isAboutOrder(step: PayStep): boolean {
  return step === 'paying' || step === 'confirming' || step === 'under_review'
}

interface OrderPollingProps {
  readonly order: OpenedOrder
  readonly dispatch: (event: PaymentEvent) => void
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

interface ItemColorProps {
  readonly item: CartItem
  readonly color: RgbColor
  /** The item is being paid in its current colour. */
  readonly isFrozen: boolean
}

/** The colour of one tag, editable until it is paid. Another colour needs another order. */
function ItemColor({ item, color, isFrozen }: ItemColorProps) {
  const [isOpen, setIsOpen] = useState(false)
  const editorId = useId()
  return (
    <div className="mt-4">
      <Button
        tone="secondary"
        aria-expanded={isOpen}
        aria-controls={isOpen ? editorId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        icon={<Icon name="chevron-down" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />}
      >
        {isOpen ? m.checkout_color_close() : m.checkout_color_open()}
        <span className="sr-only"> {itemTitle(item)}</span>
      </Button>
      <p aria-live="polite" className="mt-3 text-sm text-amber empty:hidden">
        {isOpen && isFrozen && m.checkout_color_frozen()}
      </p>
      {isOpen && (
        <div id={editorId} className="mt-4 animate-rise">
          <ItemColorEditor item={item} color={color} disabled={isFrozen} />
        </div>
      )}
    </div>
  )
}
