import { useEffect, useRef, useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { ButtonLink, DiscordButton } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { useFieldErrors } from '#web/app/use-form.ts'
import type { Player } from '#web/features/accounts/stored-player.ts'
import { useCartCode } from '#web/features/cart/cart-code.ts'
import { useCart } from '#web/features/cart/cart-store.ts'
import { PriceChanges, usePriceChanges } from '#web/features/cart/price-changes.tsx'
import { usePaidOrderIds } from '#web/features/orders/paid-orders.ts'
import { PaidItems } from '#web/features/orders/paid-items.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { useBuyerForm } from './buyer-form.ts'
import { paymentOptionsQuery } from './checkout-api.ts'
import { useHostedPresses } from './hosted-presses.ts'
import { isBeingPaid, mayBePaid, withHeldPrice, type OpenedOrder } from './opened-order.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayPanel } from './pay-panel.tsx'
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
  const code = useCartCode(cart)
  // Another tab may have taken out of the cart what this one has not seen paid yet.
  const paidOrderIds = usePaidOrderIds()
  const shown = withItemsBeingPaid(
    cart,
    orders,
    ({ item, orderId }) => pressedItemIds.includes(item.id) || paidOrderIds.includes(orderId),
  )
  const items = shown.map((item) =>
    cart.includes(item) ? withHeldPrice(code.priced(item), orders, form.buyer) : item,
  )
  const isBusy = orders.some(isBeingPaid) || items.some(({ id }) => pressedItemIds.includes(id))
  const onlyItemId = useOnlyItem(items, isBusy)
  // What is being paid keeps the price of its order.
  const priceChanges = usePriceChanges(cart.filter((item) => shown.includes(item)))
  const isAbandoned = items.length === 0 && paid.length === 0

  useEffect(() => {
    if (isAbandoned) navigate(paths.cart(), { replace: true })
  }, [isAbandoned, navigate])

  if (isAbandoned) return <LoadingCheckout />
  const payments = {
    items,
    buyer: form.buyer,
    // Nothing is paid at a price that the code may still lower.
    options: code.isPending ? null : (payment.data ?? null),
    pressedItemIds,
    checkout,
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid content-start gap-8">
        <JustPaid orders={paid} />
        <PriceChanges changes={priceChanges} items={items} />
        {items.length > 0 && (
          <>
            <BuyerFields form={form} fieldErrors={fieldErrors} isFrozen={isBusy} />
            {payment.problem && <OptionsFailure onRetry={payment.refetch} />}
            <OrderSummary
              {...payments}
              steamId={form.steamId.ok ? form.steamId.steamId64 : null}
              onlyItemId={onlyItemId}
            />
          </>
        )}
      </div>
      {/* Beside all the rest on a wide screen, before the steps on a narrow one. */}
      <aside className="lg:row-span-2">
        {items.length > 0 && (
          <div className="lg:sticky lg:top-24">
            <PayPanel {...payments} onlyItemId={onlyItemId} code={code} />
          </div>
        )}
      </aside>
      <CheckoutSteps />
    </div>
  )
}

/**
 * The item whose payment stands beside the sum, because it is the only one. It stays where it is
 * while something is being paid: moving it would close PayPal's window.
 */
function useOnlyItem(items: readonly CartItem[], isBusy: boolean): string | null {
  const [first, ...others] = items
  const onlyId = first && others.length === 0 ? first.id : null
  const [shownId, setShownId] = useState(onlyId)
  if (shownId !== onlyId && !isBusy) setShownId(onlyId)
  return shownId
}

/**
 * The items of the cart, in which items with a pending payment stay as they were ordered, even if
 * they are edited in the cart or removed from it, perhaps in another tab.
 */
function withItemsBeingPaid(
  cart: readonly CartItem[],
  orders: readonly OpenedOrder[],
  isKept: (order: OpenedOrder) => boolean,
): readonly CartItem[] {
  const pending = orders
    .filter((order) => mayBePaid(order) || isKept(order))
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

/** The items paid just now, which stay while others are unpaid. */
function JustPaid({ orders }: { readonly orders: readonly OrderView[] }) {
  const place = useRef<HTMLDivElement>(null)
  const count = orders.length

  useEffect(() => {
    // The payment button that had the focus disappeared with its item.
    if (count > 0) place.current?.focus()
  }, [count])

  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="grid gap-4 empty:hidden">
      <PaidItems orders={orders} />
    </div>
  )
}

/** The steps before, during and after the payment. */
function CheckoutSteps() {
  const steps = [m.checkout_step_details(), m.checkout_step_pay(), m.checkout_step_ticket()]
  return (
    <Panel title={m.checkout_steps_title()}>
      <NumberedSteps steps={steps} />
      <div className="mt-6 flex flex-wrap gap-3">
        <DiscordButton newTab tone="secondary">
          {m.open_discord()}
        </DiscordButton>
        <ButtonLink href={paths.cart()} tone="quiet">
          {m.checkout_back_to_cart()}
        </ButtonLink>
      </div>
    </Panel>
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
          {m.retry()}
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
