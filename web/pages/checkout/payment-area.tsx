import { useEffect, useRef } from 'react'
import type { PaymentOptions } from '../../../contract/checkout.ts'
import { checkoutApi } from '../../checkout/checkout-api.ts'
import type { OpenedOrder } from '../../checkout/opened-orders.ts'
import type { Checkout } from '../../checkout/use-checkout.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Spinner } from '../../ui/spinner.tsx'
import { ClaimPayment } from './claim-payment.tsx'
import { PayPalButton } from './paypal-button.tsx'

interface PaymentAreaProps {
  readonly order: OpenedOrder
  readonly options: PaymentOptions
  readonly hostedButtonId: string
  readonly isCapturing: boolean
  readonly checkout: Checkout
}

/** An open order with PayPal's button. It takes the focus from the pay button whose place it takes. */
export function PaymentArea(props: PaymentAreaProps) {
  const { order, options, hostedButtonId, isCapturing, checkout } = props
  const isHosted = options.driver === 'hosted'
  const heading = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // A reloaded page keeps the focus where it was: nothing was pressed there.
    if (document.activeElement === document.body && document.hasFocus()) heading.current?.focus()
  }, [])

  async function look() {
    const answer = await checkoutApi.fetchOrder(order.orderId)
    if (answer.ok) checkout.seen(order.itemId, answer.value)
  }

  return (
    <div className="grid gap-3">
      <p ref={heading} tabIndex={-1} aria-live="polite" className="text-muted">
        {isHosted ? m.checkout_waiting_hosted() : m.checkout_paypal_ready()}
      </p>
      <PayPalButton
        orderId={order.orderId}
        options={options}
        hostedButtonId={hostedButtonId}
        report={{
          started: () => checkout.started(order),
          approved: () => checkout.approved(order),
          seen: (view) => checkout.seen(order.itemId, view),
          failed: (notice, problem) => checkout.failed(order, notice, problem),
        }}
        onHostedApproval={() => void look()}
      />
      {isCapturing && (
        <p aria-live="polite" className="flex items-center gap-3 text-muted">
          <Spinner />
          {m.checkout_confirming()}
        </p>
      )}
      {isHosted && (
        <ClaimPayment
          orderId={order.orderId}
          onFound={(view) => checkout.seen(order.itemId, view)}
        />
      )}
    </div>
  )
}
