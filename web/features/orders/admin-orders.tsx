import { useCallback, useId, useSyncExternalStore, type ReactNode } from 'react'
import type { AdminOrder } from '#contract/staff.ts'
import { orderStatuses } from '#domain/orders.ts'
import { useAddressFilters } from '#web/app/navigation.ts'
import {
  noFilters,
  ordersAddress,
  ordersQuery,
  readOrderFilters,
  type OrderFilters,
} from '#web/features/staff/admin-address.ts'
import { adminApi } from '#web/features/staff/admin-api.ts'
import {
  LoadFailure,
  LoadMore,
  LoadingRows,
  SearchField,
  SectionHeader,
} from '#web/features/staff/admin-section-parts.tsx'
import { orderStates } from '#web/features/staff/admin-texts.ts'
import { AccountText } from '#web/features/staff/admin-values.tsx'
import { useLiveRefresh, usePagedList, type PagedList } from '#web/features/staff/use-admin-data.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  DeliveryButton,
  DonorListingButton,
  Moment,
  OrderItemText,
  OrderNumber,
  OrderStateText,
  PriceText,
  TransactionText,
  type ShopMode,
} from './admin-order-parts.tsx'

interface OrdersSectionProps {
  readonly shopMode: ShopMode
  /** Called after a change of an order, because the figures change too. */
  readonly onChange: () => void
}

/** All orders, with search and delivery. */
export function OrdersSection({ shopMode, onChange }: OrdersSectionProps) {
  const [filters, change] = useAddressFilters(readOrderFilters, ordersAddress)
  const list = usePagedList(
    useCallback(
      (cursor: string | null) => adminApi.fetchOrders(ordersQuery(filters, cursor)),
      [filters],
    ),
  )
  useLiveRefresh(list.refresh)
  const isFiltered = filters.search !== '' || filters.status !== null || filters.toDeliver

  function showChanged(order: AdminOrder) {
    list.replace(order)
    onChange()
  }

  return (
    <section>
      <SectionHeader
        title={m.admin_orders()}
        lead={m.admin_orders_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <OrderFiltersBar filters={filters} onChange={change} />
      {list.failure !== null && <LoadFailure failure={list.failure} onRetry={list.reload} />}
      <p aria-live="polite" className="mb-3 min-h-lh text-sm text-muted">
        {list.items !== null && !list.isLoading && list.items.length > 0 && countText(list)}
        {list.items === null && list.isLoading && m.admin_orders_loading()}
      </p>
      {list.items === null && list.isLoading && <LoadingRows />}
      {list.items?.length === 0 && !list.isLoading && list.failure === null && (
        <NoOrders isFiltered={isFiltered} onClear={() => change(noFilters)} />
      )}
      {list.items !== null && list.items.length > 0 && (
        <OrderList list={list} orders={list.items} shopMode={shopMode} onChange={showChanged} />
      )}
    </section>
  )
}

function countText({ items, hasMore }: PagedList<AdminOrder>): string {
  const count = items?.length ?? 0
  return hasMore ? m.admin_orders_shown({ count }) : m.admin_orders_all_shown({ count })
}

interface OrderListProps extends OrdersProps {
  readonly list: PagedList<AdminOrder>
}

function OrderList({ list, ...shown }: OrderListProps) {
  const Orders = useWideScreen() ? OrderTable : OrderCards
  return (
    <div
      aria-busy={list.isLoading}
      className="transition-opacity duration-200 aria-busy:opacity-60"
    >
      <Orders {...shown} />
      <LoadMore list={list} label={m.admin_orders_more()} />
    </div>
  )
}

interface NoOrdersProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function NoOrders({ isFiltered, onClear }: NoOrdersProps) {
  if (!isFiltered)
    return <Notice title={m.admin_orders_none()}>{m.admin_orders_none_text()}</Notice>
  return (
    <Notice
      title={m.admin_orders_not_found()}
      action={
        <Button tone="secondary" onClick={onClear}>
          {m.admin_filters_clear()}
        </Button>
      }
    >
      {m.admin_orders_not_found_text()}
    </Notice>
  )
}

interface OrderFiltersBarProps {
  readonly filters: OrderFilters
  readonly onChange: (filters: OrderFilters) => void
}

/** Filters by text, status, and pending delivery. */
function OrderFiltersBar({ filters, onChange }: OrderFiltersBarProps) {
  const statusId = useId()
  return (
    <search className="mb-5 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_16rem_auto]">
      <SearchField
        hint={m.admin_search_hint()}
        search={filters.search}
        className="sm:col-span-2 lg:col-span-1"
        onSearch={(search) => onChange({ ...filters, search })}
      />
      <div>
        <label htmlFor={statusId} className="mb-2 block font-display font-semibold">
          {m.admin_filter_status()}
        </label>
        <select
          id={statusId}
          className="field"
          value={filters.status ?? ''}
          onChange={({ target }) => {
            const status = orderStatuses.find((known) => known === target.value) ?? null
            onChange({ ...filters, status })
          }}
        >
          <option value="">{m.admin_filter_all()}</option>
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {orderStates[status].label()}
            </option>
          ))}
        </select>
      </div>
      <label className="flex min-h-12 items-center gap-3 border lg:mt-8.25 border-line-strong px-4 font-display font-semibold has-checked:border-crystal has-checked:bg-crystal-deep">
        <input
          type="checkbox"
          className="size-5"
          checked={filters.toDeliver}
          onChange={({ target }) => onChange({ ...filters, toDeliver: target.checked })}
        />
        {m.admin_filter_to_deliver()}
      </label>
    </search>
  )
}

interface OrdersProps {
  readonly orders: readonly AdminOrder[]
  readonly shopMode: ShopMode
  readonly onChange: (order: AdminOrder) => void
}

/** The orders on a wide screen. */
function OrderTable({ orders, shopMode, onChange }: OrdersProps) {
  return (
    <table className="w-full border-collapse text-left [&_td]:px-2.5 [&_td]:py-3.5 [&_td]:align-top [&_th]:px-2.5 [&_th]:py-2">
      <caption className="sr-only">{m.admin_orders()}</caption>
      <thead className="tag-print border-b border-line-strong">
        <tr>
          <th scope="col">{m.admin_column_opened()}</th>
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
              <Moment iso={order.openedAt} />
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
              {order.paidAt !== null && <Moment iso={order.paidAt} />}
              {order.transactionId !== null && (
                <TransactionText transactionId={order.transactionId} />
              )}
            </td>
            <td className="w-0 whitespace-nowrap">
              <DeliveryButton order={order} onChange={onChange} />
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
            <Fact label={m.admin_column_opened()}>
              <Moment iso={order.openedAt} />
            </Fact>
            {order.paidAt !== null && (
              <Fact label={m.admin_paid_at()}>
                <Moment iso={order.paidAt} />
              </Fact>
            )}
            {order.transactionId !== null && (
              <Fact label={m.admin_transaction()}>
                <TransactionText transactionId={order.transactionId} />
              </Fact>
            )}
          </dl>
          <div>
            <DeliveryButton order={order} onChange={onChange} />
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
