import type { OrderView } from '#contract/checkout.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { fetchOrders } from '#web/orders/orders-api.ts'
import { useOrderNews } from '#web/orders/use-order-news.ts'
import { useSignOut } from '#web/orders/use-sign-out.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { BoughtElsewhere } from './bought-elsewhere.tsx'
import { EmptyOrders } from './empty-orders.tsx'
import { LoadingOrders } from './loading-orders.tsx'
import { OrderCard } from './order-card.tsx'
import { OrdersFailure } from './orders-failure.tsx'
import { WalletPanel } from './wallet-panel.tsx'

/** What was bought in this browser or with this account, and how each order stands. */
export default function OrdersPage() {
  const { state, isAsking, askAgain, replace } = useAnswer(fetchOrders)
  const orders = state.status === 'answered' ? state.value : []

  useSignOut(askAgain)
  useOrderNews(orders, askAgain)

  function put(changed: OrderView) {
    replace((shown) => shown.map((order) => (order.id === changed.id ? changed : order)))
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading eyebrow={m.orders_eyebrow()} title={m.orders_title()} lead={m.orders_lead()} />
      {state.status === 'waiting' && <LoadingOrders />}
      {state.status === 'failed' && <OrdersFailure isAsking={isAsking} onRetry={askAgain} />}
      {state.status === 'answered' && orders.length === 0 && <EmptyOrders />}
      {orders.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <ul aria-label={m.orders_list_label()} className="grid content-start gap-5">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} onChanged={put} />
              </li>
            ))}
          </ul>
          <aside className="grid content-start gap-8">
            <BoughtElsewhere />
            <WalletPanel />
          </aside>
        </div>
      )}
    </div>
  )
}
