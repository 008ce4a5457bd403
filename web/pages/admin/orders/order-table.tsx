import type { AdminOrder } from '#contract/admin.ts'
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
  type ShopMode,
} from './order-parts.tsx'

export interface OrdersProps {
  readonly orders: readonly AdminOrder[]
  readonly shopMode: ShopMode
  readonly onChange: (order: AdminOrder) => void
}

/** The orders on a wide screen. */
export function OrderTable({ orders, shopMode, onChange }: OrdersProps) {
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
