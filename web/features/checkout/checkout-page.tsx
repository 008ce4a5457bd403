import { useEffect, useRef } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { ButtonLink, DiscordButton, TextLink } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { useFieldErrors } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import type { Player } from '#web/features/accounts/stored-player.ts'
import { useCart } from '#web/features/cart/cart-store.ts'
import { isAutomatic } from '#web/features/orders/display-status.ts'
import { OrderDelivery } from '#web/features/orders/order-parts.tsx'
import { orderQuery } from '#web/features/orders/orders-api.ts'
import { isDisputed, orderNumber, paidTitle } from '#web/features/orders/paid-message.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { useBuyerForm } from './buyer-form.ts'
import { paymentOptionsQuery } from './checkout-api.ts'
import { useHostedPresses } from './hosted-presses.ts'
import { isBeingPaid, mayBePaid, type OpenedOrder } from './opened-order.ts'
import { OrderSummary } from './order-summary.tsx'
import { importPayPalLoader } from './payment-area.tsx'
import { useCheckout } from './use-checkout.ts'

/** The buyer's details, the items, and a payment per item. */
export default function CheckoutPage() {
  const items = useCart()

  useEffect(() => {
    if (!isOwnDocument()) location.reload()
    // Before a release takes the code away. A failure shows with the payment.
    else importPayPalLoader().catch(() => undefined)
  }, [])

  return (
    <div className="page">
      <PageHeading
        eyebrow={m.checkout_eyebrow()}
        title={m.checkout_title()}
        lead={m.checkout_lead()}
      />
      {items === null ? <LoadingCheckout /> : <OpenCheckout cart={items} />}
    </div>
  )
}

function OpenCheckout({ cart }: { readonly cart: readonly CartItem[] }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const payment = useServerData(paymentOptionsQuery)
  const fieldErrors = useFieldErrors<keyof Player>()
  const checkout = useCheckout({
    discordAvatarUrl: user?.avatarUrl ?? null,
    refuse: fieldErrors.refuse,
    leave: () => navigate(paths.home()),
  })
  const { orders, paid } = checkout.state
  const form = useBuyerForm(orders.at(-1))
  const pressedItemIds = useHostedPresses()
  const items = withItemsBeingPaid(cart, orders, pressedItemIds)
  const isBusy = orders.some(isBeingPaid) || items.some(({ id }) => pressedItemIds.includes(id))
  const isAbandoned = items.length === 0 && paid.length === 0

  useEffect(() => {
    if (isAbandoned) navigate(paths.cart(), { replace: true })
  }, [isAbandoned, navigate])

  if (isAbandoned) return <LoadingCheckout />
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid content-start gap-8">
        <PaidItems orders={paid} />
        {items.length > 0 && (
          <>
            <BuyerFields form={form} fieldErrors={fieldErrors} isFrozen={isBusy} />
            {payment.problem && <OptionsFailure onRetry={payment.refetch} />}
            <OrderSummary
              items={items}
              buyer={form.buyer}
              steamId={form.steamId.ok ? form.steamId.steamId64 : null}
              options={payment.data ?? null}
              pressedItemIds={pressedItemIds}
              checkout={checkout}
            />
          </>
        )}
      </div>
      <CheckoutSteps />
    </div>
  )
}

/**
 * The items of the cart, in which items with a pending payment stay as they were ordered, even if
 * they are edited in the cart or removed from it, perhaps in another tab.
 */
function withItemsBeingPaid(
  cart: readonly CartItem[],
  orders: readonly OpenedOrder[],
  pressedItemIds: readonly string[],
): readonly CartItem[] {
  const pending = orders
    .filter((order) => mayBePaid(order) || pressedItemIds.includes(order.item.id))
    .map(({ item }) => item)
  const removed = pending.filter(({ id }) => !cart.some((item) => item.id === id))
  return [...cart.map((item) => pending.find(({ id }) => id === item.id) ?? item), ...removed]
}

/**
 * Whether this document was loaded as the checkout. Only the checkout's own document has the
 * content security policy that allows PayPal's script, and the back button can lead to the checkout
 * within another document.
 */
function isOwnDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return !navigation || new URL(navigation.name).pathname === location.pathname
}

/** The items paid just now and what comes next; it stays while other items are unpaid. */
function PaidItems({ orders }: { readonly orders: readonly OrderView[] }) {
  const place = useRef<HTMLDivElement>(null)
  const count = orders.length
  const disputed = orders.filter(isDisputed)
  const automatic = orders.filter((order) => !isDisputed(order) && isAutomatic(order))
  const byHand = orders.filter((order) => !isDisputed(order) && !isAutomatic(order))

  useEffect(() => {
    // The payment button that had the focus disappeared with its item.
    if (count > 0) place.current?.focus()
  }, [count])

  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="grid gap-4 empty:hidden">
      {automatic.length > 0 && (
        <Notice tone="success" title={m.checkout_paid_title()} action={<DeliveryLinks />}>
          <p className="mb-3">{m.checkout_paid_automatic()}</p>
          <PaidList orders={automatic} />
        </Notice>
      )}
      {byHand.length > 0 && (
        <Notice tone="success" title={m.checkout_paid_title()} action={<NextSteps />}>
          <PaidList orders={byHand} />
          <p className="mt-2">{m.checkout_paid_text()}</p>
        </Notice>
      )}
      {disputed.length > 0 && (
        <Notice tone="warning" title={m.checkout_disputed_title()} action={<NextSteps />}>
          <PaidList orders={disputed} />
          <p className="mt-2">{m.checkout_disputed_text()}</p>
        </Notice>
      )}
    </div>
  )
}

function PaidList({ orders }: { readonly orders: readonly OrderView[] }) {
  return (
    <ul className="grid gap-2">
      {orders.map((order) => (
        <li key={order.id}>
          <span className="font-semibold text-ink">{paidTitle(order.items)}</span>
          <br />
          {m.checkout_paid_order({ steamId: order.steamId, number: orderNumber(order) })}
          <br />
          <TextLink href={paths.receipt(order.id)}>{m.checkout_receipt()}</TextLink>
          {isAutomatic(order) && <LiveDelivery order={order} />}
        </li>
      ))}
    </ul>
  )
}

/** The steps of a delivery, which go on while the page is open. */
function LiveDelivery({ order }: { readonly order: OrderView }) {
  const { data } = useServerData({ ...orderQuery(order.id), initialData: order })
  return <OrderDelivery order={data ?? order} />
}

/** Discord opens in a new tab, because the checkout may still have unpaid items. */
function NextSteps() {
  return (
    <div className="flex flex-wrap gap-3">
      <DiscordButton newTab>{m.checkout_paid_link()}</DiscordButton>
      <OrdersLink />
    </div>
  )
}

function DeliveryLinks() {
  return (
    <div className="flex flex-wrap gap-3">
      <OrdersLink />
      <ButtonLink href={paths.perks()} tone="secondary">
        {m.perks_title()}
      </ButtonLink>
    </div>
  )
}

function OrdersLink() {
  return (
    <ButtonLink href={paths.orders()} tone="secondary">
      <Icon name="wallet" className="size-5" />
      {m.checkout_all_orders()}
    </ButtonLink>
  )
}

/** The steps before, during and after the payment. */
function CheckoutSteps() {
  const steps = [m.checkout_step_details(), m.checkout_step_pay(), m.checkout_step_ticket()]
  return (
    <aside className="self-start lg:sticky lg:top-24">
      <Panel title={m.checkout_steps_title()}>
        <NumberedSteps steps={steps} />
        <DiscordButton newTab tone="secondary" className="mt-6 w-full">
          {m.checkout_paid_link()}
        </DiscordButton>
        <ButtonLink href={paths.cart()} tone="quiet" className="mt-2 w-full">
          {m.checkout_back_to_cart()}
        </ButtonLink>
      </Panel>
    </aside>
  )
}

/** The payment options could not be loaded. */
function OptionsFailure({ onRetry }: { readonly onRetry: () => Promise<unknown> }) {
  return (
    <Notice
      live
      tone="error"
      title={m.checkout_failed()}
      action={
        <Button tone="secondary" onClick={() => void onRetry()}>
          {m.checkout_retry()}
        </Button>
      }
    >
      {m.checkout_failed_help()}
    </Notice>
  )
}

/** A placeholder until this device's cart can be read. */
function LoadingCheckout() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <LoadingText>{m.checkout_loading()}</LoadingText>
      <div className="grid gap-8">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
