import { useCallback } from 'react'
import {
  noFilters,
  ordersAddress,
  ordersQuery,
  readOrderFilters,
} from '#web/admin/admin-address.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { usePagedList, type PagedList } from '#web/admin/use-paged-list.ts'
import { useWideScreen } from '#web/admin/use-wide-screen.ts'
import type { AdminOrder } from '#contract/admin.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadFailure } from '#web/pages/admin/load-failure.tsx'
import { LoadingRows, LoadMore } from '#web/pages/admin/load-more.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { OrderCards } from './order-cards.tsx'
import { OrderFiltersBar } from './order-filters-bar.tsx'
import type { ShopMode } from './order-parts.tsx'
import { OrderTable, type OrdersProps } from './order-table.tsx'

interface OrdersSectionProps {
  readonly shopMode: ShopMode
  /** An order changed, and with it the figures. */
  readonly onChange: () => void
}

/** All orders, to be searched and handed over. */
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
