import { useEffect } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { startPoll } from '#web/checkout/poll.ts'
import { subscribeToPurchases } from '#web/realtime.ts'
import { orderSituation } from './order-situation.ts'

/** Keeps shown orders up to date: `refresh` asks for them again. */
export function useOrderNews(orders: readonly OrderView[], refresh: () => Promise<void>): void {
  const isUnderReview = orders.some((order) => orderSituation(order) === 'under_review')

  useEffect(() => subscribeToPurchases(() => void refresh()), [refresh])
  useEffect(() => {
    // That PayPal has refused a payment is nothing that anybody announces.
    if (!isUnderReview) return undefined
    return startPoll(refresh, () => document.hidden).stop
  }, [isUnderReview, refresh])
}
