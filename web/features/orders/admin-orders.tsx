import { useSyncExternalStore, type ReactNode } from 'react'
import { searchOrders, type AdminOrder } from '#contract/staff.ts'
import { orderStatuses } from '#domain/orders.ts'
import { noFilters, ordersAddress, ordersQuery, readOrderFilters } from '#web/admin-kit/address.ts'
import { CheckFilter } from '#web/admin-kit/filters.tsx'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { useLiveRefresh, usePagedList, useSales } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, Moment } from '#web/admin-kit/values.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { SelectField } from '#web/ui/fields.tsx'
import {
  DonorListingButton,
  OrderDeliveryButton,
  OrderItemText,
  OrderNumber,
  OrderStateText,
  OrderTask,
  PriceText,
  TransactionText,
  type ShopMode,
  orderStates,
} from './admin-order-parts.tsx'

const texts = {
  loading: m.admin_orders_loading,
  shown: (count: number) => m.admin_orders_shown({ count }),
  allShown: (count: number) => m.admin_orders_all_shown({ count }),
  notFound: m.admin_orders_not_found,
  notFoundText: m.admin_orders_not_found_text,
  more: m.admin_orders_more,
}

/** All orders, with search and delivery. */
export function OrdersSection() {
  const [filters, change] = useAddressFilters(readOrderFilters, ordersAddress)
  const list = usePagedList(searchOrders, ordersQuery(filters), ({ orders }) => orders)
  useLiveRefresh(list.refresh)
  const shopMode = useSales().value?.providerMode ?? null
  const Orders = useWideScreen() ? OrderTable : OrderCards
  return (
    <ListSection
      title={m.admin_orders()}
      lead={m.admin_orders_lead()}
      list={list}
      filters={filters}
      onFilter={change}
      noFilters={noFilters}
      searchHint={m.admin_search_hint()}
      filterLayout="sm:*:first:col-span-2 sm:grid-cols-2 lg:*:first:col-span-1 lg:grid-cols-[minmax(0,1fr)_16rem_auto_auto]"
      moreFilters={
        <>
          <SelectField
            label={m.admin_filter_status()}
            all={m.admin_filter_all()}
            values={orderStatuses}
            labelOf={(status) => orderStates[status].label()}
            value={filters.status}
            onChange={(status) => change({ ...filters, status })}
          />
          <CheckFilter
            label={m.admin_filter_to_deliver()}
            checked={filters.toDeliver}
            onChange={(toDeliver) => change({ ...filters, toDeliver })}
          />
          <CheckFilter
            label={m.admin_filter_unpaid()}
            checked={filters.unpaid}
            onChange={(unpaid) => change({ ...filters, unpaid })}
          />
        </>
      }
      texts={texts}
      noneTitle={m.admin_orders_none()}
      none={m.admin_orders_none_text()}
      renderItems={(orders) => (
        <Orders orders={orders} shopMode={shopMode} onChange={list.replace} />
      )}
    />
  )
}

interface OrdersProps {
  readonly orders: readonly AdminOrder[]
  readonly shopMode: ShopMode
  readonly onChange: (order: AdminOrder) => Promise<void>
}

/** The orders on a wide screen. */
function OrderTable({ orders, shopMode, onChange }: OrdersProps) {
  return (
    <table className="w-full border-collapse text-left [&_td]:px-2.5 [&_td]:py-3.5 [&_td]:align-top [&_th]:px-2.5 [&_th]:py-2">
      <caption className="sr-only">{m.admin_orders()}</caption>
      <thead className="tag-print border-b border-line-strong">
        <tr>
          <th scope="col">{m.admin_paid_at()}</th>
          <th scope="col">{m.admin_column_item()}</th>
          <th scope="col">{m.admin_column_buyer()}</th>
          <th scope="col">{m.admin_column_price()}</th>
          <th scope="col">{m.admin_column_status()}</th>
          <th scope="col">{m.admin_column_payment()}</th>
          <th scope="col">{m.admin_column_delivery()}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="border-b border-line hover:bg-surface">
            <td className="text-sm text-muted">
              {order.paidAt === null ? (
                <span>
                  {m.admin_column_opened()} <Moment iso={order.openedAt} />
                </span>
              ) : (
                <Moment iso={order.paidAt} />
              )}
              <OrderNumber order={order} />
            </td>
            <td>
              <OrderItemText order={order} />
            </td>
            <td>
              <AccountText {...order} />
            </td>
            <td>
              <PriceText order={order} />
            </td>
            <td>
              <OrderStateText order={order} shopMode={shopMode} />
            </td>
            <td className="text-sm whitespace-nowrap text-muted">
              {order.transactionId !== null && (
                <TransactionText transactionId={order.transactionId} />
              )}
            </td>
            <td className="w-0 whitespace-nowrap">
              <OrderDeliveryButton order={order} onChange={onChange} />
              <OrderTask order={order} onChange={onChange} />
              <DonorListingButton order={order} onChange={onChange} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The orders on a screen too narrow for a table. */
function OrderCards({ orders, shopMode, onChange }: OrdersProps) {
  return (
    <ul aria-label={m.admin_orders()} className="grid gap-4 md:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="cut cut-size-14 grid content-start gap-4 p-4">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <OrderItemText order={order} />
              <p className="mt-2">
                <OrderStateText order={order} shopMode={shopMode} />
              </p>
            </div>
            <div className="shrink-0 pr-2 text-right">
              <PriceText order={order} />
            </div>
          </div>
          <div>
            <AccountText {...order} />
          </div>
          <dl className="grid gap-1.5 text-sm">
            <Fact label={m.admin_order_number()}>
              <OrderNumber order={order} />
            </Fact>
            <Fact label={order.paidAt === null ? m.admin_column_opened() : m.admin_paid_at()}>
              <Moment iso={order.paidAt ?? order.openedAt} />
            </Fact>
            {order.transactionId !== null && (
              <Fact label={m.admin_transaction()}>
                <TransactionText transactionId={order.transactionId} />
              </Fact>
            )}
          </dl>
          <div>
            <OrderDeliveryButton order={order} onChange={onChange} />
            <OrderTask order={order} onChange={onChange} />
            <DonorListingButton order={order} onChange={onChange} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

const wideScreenQuery = '(width >= 77rem)'

/** Whether a table of seven columns fits. Rendering only one of the two views is cheaper than hiding the other. */
function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribeToWideScreen,
    () => matchMedia(wideScreenQuery).matches,
    () => false,
  )
}

function subscribeToWideScreen(listener: () => void): () => void {
  const list = matchMedia(wideScreenQuery)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
