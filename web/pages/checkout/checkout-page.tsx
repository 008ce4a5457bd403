import { useEffect } from 'react'
import type { CartItem } from '#domain/cart.ts'
import { useCart } from '#web/cart/cart-store.ts'
import { useBuyerForm } from '#web/checkout/buyer-details.ts'
import { useHostedPresses } from '#web/checkout/hosted-presses.ts'
import { isBeingPaid, mayBePaid, type OpenedOrder } from '#web/checkout/opened-order.ts'
import { isOwnDocument } from '#web/checkout/own-document.ts'
import { useCheckout } from '#web/checkout/use-checkout.ts'
import { usePaymentOptions } from '#web/checkout/use-payment-options.ts'
import { useNavigate } from '#web/components/use-navigate.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { LoadingCheckout } from './loading-checkout.tsx'
import { OptionsFailure } from './options-failure.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaidItems } from './paid-items.tsx'

/** Who the purchase is for, what it is, and a payment per item. */
export default function CheckoutPage() {
  const items = useCart()

  useEffect(() => {
    if (!isOwnDocument()) location.reload()
  }, [])

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
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
  const payment = usePaymentOptions()
  const checkout = useCheckout(user?.avatarUrl ?? null, () => navigate(paths.home()))
  const { fieldErrors, orders, paid } = checkout.state
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
            <BuyerFields
              form={form}
              errors={fieldErrors}
              isFrozen={isBusy}
              onEdit={checkout.fieldsEdited}
            />
            {payment.hasFailed && <OptionsFailure onRetry={payment.retry} />}
            <OrderSummary
              items={items}
              buyer={form.buyer}
              options={payment.options}
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
 * What is taken out of the cart or edited there, perhaps in another tab, stays as it was ordered
 * while money may come for it.
 */
function withItemsBeingPaid(
  cart: readonly CartItem[],
  orders: readonly OpenedOrder[],
  pressedItemIds: readonly string[],
): readonly CartItem[] {
  const awaited = orders
    .filter((order) => mayBePaid(order) || pressedItemIds.includes(order.item.id))
    .map(({ item }) => item)
  const gone = awaited.filter(({ id }) => !cart.some((item) => item.id === id))
  return [...cart.map((item) => awaited.find(({ id }) => id === item.id) ?? item), ...gone]
}
