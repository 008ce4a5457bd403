import { useEffect, useEffectEvent, useRef } from 'react'
import type { PaymentOptions } from '#contract/checkout.ts'
import { checkoutApi } from '#web/checkout/checkout-api.ts'
import type { PaymentEvent } from '#web/checkout/order-progress.ts'
import { payPalCallbacks } from '#web/checkout/paypal-callbacks.ts'
import { renderPaymentButton } from '#web/checkout/render-payment-button.ts'
import { watchPresses } from '#web/checkout/watch-presses.ts'

export interface PayPalPlaceProps {
  readonly orderId: string
  readonly options: PaymentOptions
  readonly hostedButtonId: string
  /** The one of the first drawing is kept: what it does must not depend on later ones. */
  readonly tell: (event: PaymentEvent) => void
  /** Hosted buttons tell of nothing, so a press is all there is to see. */
  readonly onHostedPress: () => void
  readonly onHostedApproval: () => void
  readonly onDrawn: () => void
  readonly onFailed: () => void
}

/** An element whose inside belongs to PayPal: React never draws there. */
export function PayPalPlace(props: PayPalPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const draw = useEffectEvent((container: HTMLElement) => {
    const { orderId, options, hostedButtonId, tell, onHostedApproval } = props
    const callbacks = payPalCallbacks(checkoutApi, orderId, tell)
    container.id = `paypal-container-${hostedButtonId}`
    return renderPaymentButton(container, { options, hostedButtonId, callbacks, onHostedApproval })
  })
  const pressed = useEffectEvent(() => {
    if (props.options.driver === 'hosted') props.onHostedPress()
  })
  const drawn = useEffectEvent(() => props.onDrawn())
  const failed = useEffectEvent(() => props.onFailed())

  useEffect(() => {
    const container = document.createElement('div')
    let isGone = false
    let takeAway = () => container.remove()
    place.current?.append(container)
    const stopWatching = watchPresses(container, () => pressed())

    function keep(takeButtonAway: () => void) {
      takeAway = () => {
        takeButtonAway()
        container.remove()
      }
      if (isGone) takeAway()
      else drawn()
    }

    draw(container).then(keep, () => !isGone && failed())
    return () => {
      isGone = true
      stopWatching()
      takeAway()
    }
  }, [])

  return <div ref={place} />
}
