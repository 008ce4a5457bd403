import { searchOrders, type AdminOrder } from '#contract/staff.ts'
import { orderStatuses } from '#domain/orders.ts'
import { noFilters, ordersAddress, ordersQuery, readOrderFilters } from '#web/admin-kit/address.ts'
import { CheckFilter } from '#web/admin-kit/filters.tsx'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { useLiveRefresh, usePagedList, useToday } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, Moment } from '#web/admin-kit/values.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { SelectField } from '#web/ui/fields.tsx'
import { OrderMessages } from './admin-order-messages.tsx'
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

export function OrdersSection() {
  const [filters, change] = useAddressFilters(readOrderFilters, ordersAddress)
  const list = usePagedList(searchOrders, ordersQuery(filters), ({ orders }) => orders)
  useLiveRefresh(list.refresh)
  const shopMode = useToday().value?.modes.paypal ?? null
  return (
    <ListSection
      title={m.admin_orders()}
      lead={m.admin_orders_lead()}
      list={list}
      filters={filters}
      onFilter={change}
      noFilters={noFilters}
      searchHint={m.admin_search_hint()}
      filterLayout="sm:*:first:col-span-2 sm:grid-cols-2 lg:*:first:col-span-1 lg:grid-cols-[minmax(0,1fr)_16rem_auto_auto_auto]"
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
            label={m.admin_filter_unanswered()}
            checked={filters.unanswered}
            onChange={(unanswered) => change({ ...filters, unanswered })}
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
    >
      {(order) => <OrderRow order={order} shopMode={shopMode} onChange={list.replace} />}
    </ListSection>
  )
}

interface OrderRowProps {
  readonly order: AdminOrder
  readonly shopMode: ShopMode
  readonly onChange: (order: AdminOrder) => Promise<void>
}

export function OrderRow({ order, shopMode, onChange }: OrderRowProps) {
  const { paidAt, openedAt, transactionId } = order
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_minmax(0,14rem)_5rem_14rem]">
      <div className="text-sm text-muted">
        <p>
          <span>{paidAt === null ? m.admin_column_opened() : m.admin_paid_at()}</span>{' '}
          <Moment iso={paidAt ?? openedAt} />
        </p>
        <OrderNumber order={order} />
        {transactionId !== null && (
          <span className="flex flex-wrap items-center gap-x-2">
            {m.admin_transaction()}
            <TransactionText transactionId={transactionId} />
          </span>
        )}
      </div>
      <div>
        <OrderItemText order={order} />
        <div className="mt-2">
          <OrderStateText order={order} shopMode={shopMode} />
        </div>
      </div>
      <div>
        <AccountText {...order} />
      </div>
      <div className="xl:text-right">
        <PriceText order={order} />
      </div>
      <div>
        <OrderDeliveryButton order={order} onChange={onChange} />
        <OrderTask order={order} onChange={onChange} />
        <OrderMessages order={order} onChange={onChange} />
        <DonorListingButton order={order} onChange={onChange} />
      </div>
    </div>
  )
}
