import type { ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { DeliveryButton } from './delivery-button.tsx'
import { DonorListingButton } from './donor-listing-button.tsx'
import {
  Moment,
  OrderItemText,
  OrderNumber,
  OrderStateText,
  PriceText,
  TransactionText,
} from './order-parts.tsx'
import type { OrdersProps } from './order-table.tsx'

/** The orders where a table has no room. */
export function OrderCards({ orders, shopMode, onChange }: OrdersProps) {
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
