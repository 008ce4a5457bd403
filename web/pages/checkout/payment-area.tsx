import { useEffect, useRef } from 'react'
import type { OrderView, PaymentOptions } from '#contract/checkout.ts'
import { askOrder } from '#web/checkout/ask-order.ts'
import { checkoutApi } from '#web/checkout/checkout-api.ts'
import { addHostedPress } from '#web/checkout/hosted-presses.ts'
import type { OpenedOrder } from '#web/checkout/opened-order.ts'
import type { PaymentEvent } from '#web/checkout/order-progress.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ClaimPayment } from './claim-payment.tsx'
import { HostedPressNotice } from './hosted-press-notice.tsx'
import { PayPalButton } from './paypal-button.tsx'

interface PaymentAreaProps {
  readonly order: OpenedOrder
  readonly options: PaymentOptions
  readonly hostedButtonId: string
  /** The hosted button was pressed, here or in another tab: another press would pay once more. */
  readonly isHostedPressed: boolean
  readonly tell: (event: PaymentEvent) => void
}

/** An open order with PayPal's button. It takes the focus from the pay button whose place it takes. */
export function PaymentArea(props: PaymentAreaProps) {
  const { order, options, hostedButtonId, tell } = props
  const isHosted = options.driver === 'hosted'
  const isPressed = isHosted && props.isHostedPressed
  const isCapturing = order.phase === 'capturing'
  const heading = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // A reloaded page keeps the focus where it was: nothing was pressed there.
    if (document.activeElement === document.body && document.hasFocus()) heading.current?.focus()
  }, [])

  function tellFound(view: OrderView): void {
    tell({ type: 'answered', question: 'look', answer: { ok: true, value: view } })
  }

  return (
    <div className="grid gap-3">
      <p ref={heading} tabIndex={-1} aria-live="polite" className="text-muted">
        {isHosted ? m.checkout_waiting_hosted() : m.checkout_paypal_ready()}
      </p>
      {isPressed && <HostedPressNotice itemId={order.item.id} />}
      <div
        inert={isPressed || isCapturing}
        className={classNames((isPressed || isCapturing) && 'opacity-40')}
      >
        <PayPalButton
          orderId={order.orderId}
          options={options}
          hostedButtonId={hostedButtonId}
          tell={tell}
          onHostedPress={() => addHostedPress(order.item.id)}
          onHostedApproval={() => void askOrder(checkoutApi, order).then(tell)}
        />
      </div>
      {isCapturing && (
        <p aria-live="polite" className="flex items-center gap-3 text-muted">
          <Spinner />
          {m.checkout_confirming()}
        </p>
      )}
      {isHosted && <ClaimPayment orderId={order.orderId} onFound={tellFound} />}
    </div>
  )
}
