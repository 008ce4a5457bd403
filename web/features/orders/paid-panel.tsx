import { useEffect } from 'react'
import { useServerData } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { CloseMark } from '#web/ui/marks.tsx'
import { OrdersFailure } from './order-parts.tsx'
import { ordersQuery } from './orders-api.ts'
import { PaidItems } from './paid-items.tsx'
import { paidMessage } from './paid-message.ts'
import { closePaidOrders, takeUnannounced } from './paid-orders.ts'

interface PaidPanelProps {
  readonly orderIds: readonly string[]
}

/** What the visitor paid for last and what happens next, until they close it. */
export function PaidPanel({ orderIds }: PaidPanelProps) {
  const { state, isFetching, refetch } = useServerData(ordersQuery)
  const orders =
    state.status === 'answered' ? state.value.filter(({ id }) => orderIds.includes(id)) : []

  useEffect(() => {
    if (state.status !== 'answered') return
    const ids = takeUnannounced()
    const unannounced = state.value.filter(({ id }) => ids.includes(id))
    if (unannounced.length > 0) toast(paidMessage(unannounced))
  }, [state])

  // The orders belong to an account that has signed out, or their buyer's data is deleted.
  if (state.status === 'answered' && orders.length === 0) return null

  return (
    <section aria-labelledby="paid-orders" className="page-width pt-4 pb-6">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id="paid-orders" className="text-xl">
          {m.home_paid_title()}
        </h2>
        <Button tone="quiet" size="square" aria-label={m.home_paid_close()} onClick={close}>
          <CloseMark className="size-5" />
        </Button>
      </div>
      {state.status === 'failed' && <OrdersFailure isFetching={isFetching} refetch={refetch} />}
      {state.status === 'waiting' && (
        <>
          <LoadingText>{m.orders_loading()}</LoadingText>
          <Skeleton className="h-40" />
        </>
      )}
      <div aria-live="polite" className="grid gap-4">
        <PaidItems orders={orders} />
      </div>
    </section>
  )
}

function close(): void {
  closePaidOrders()
  // The pressed button is gone.
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
