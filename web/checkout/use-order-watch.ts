import { useEffect, useEffectEvent } from 'react'
import { askOrder } from './ask-order.ts'
import { checkoutApi } from './checkout-api.ts'
import type { OpenedOrder } from './opened-order.ts'
import type { PaymentEvent } from './order-progress.ts'
import { startPoll } from './poll.ts'

/**
 * Watches an order while it is open: by and by, and at once when the buyer comes back to the page.
 * For another order the component that calls it has to be another one.
 */
export function useOrderWatch(order: OpenedOrder, tell: (event: PaymentEvent) => void): void {
  const ask = useEffectEvent(async () => tell(await askOrder(checkoutApi, order)))
  const isResting = useEffectEvent(() => document.hidden || order.phase === 'capturing')

  useEffect(() => {
    const poll = startPoll(
      () => ask(),
      () => isResting(),
    )
    poll.askNow()
    window.addEventListener('focus', poll.askNow)
    document.addEventListener('visibilitychange', poll.askNow)
    return () => {
      poll.stop()
      window.removeEventListener('focus', poll.askNow)
      document.removeEventListener('visibilitychange', poll.askNow)
    }
  }, [])
}
