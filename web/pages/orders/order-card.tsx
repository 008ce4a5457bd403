import type { OrderView } from '#contract/checkout.ts'
import { orderNumber } from '#web/checkout/paid-message.ts'
import { Link } from '#web/components/link.tsx'
import { formatDate } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { donorChoiceMatters, isPaid } from '#web/orders/order-situation.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/art/icon.tsx'
import { DonorSwitch } from './donor-switch.tsx'
import { OrderItemRow } from './order-item.tsx'
import { OrderState } from './order-state.tsx'

interface OrderCardProps {
  readonly order: OrderView
  readonly onChanged: (order: OrderView) => void
}

/** One order: what, for whom, how it stands and what the buyer can do. */
export function OrderCard({ order, onChanged }: OrderCardProps) {
  return (
    <article className="cut cut-size-20 grid gap-4 p-4 sm:p-6">
      <div className="grid gap-4">
        {order.items.map((item) => (
          <OrderItemRow key={item.name} item={item} />
        ))}
      </div>
      <OrderState order={order} />
      {donorChoiceMatters(order) && <DonorSwitch order={order} onChanged={onChanged} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="min-w-0 text-sm text-muted">
          {m.orders_number({ number: orderNumber(order) })} · {dateLine(order)}
          <br />
          {m.checkout_for_account({ steamId: order.steamId })}
        </p>
        {isPaid(order) && <ReceiptLink order={order} />}
      </div>
    </article>
  )
}

function dateLine({ paidAt, openedAt }: OrderView): string {
  return paidAt === null
    ? m.orders_opened_on({ date: formatDate(openedAt) })
    : m.orders_paid_on({ date: formatDate(paidAt) })
}

function ReceiptLink({ order }: { readonly order: OrderView }) {
  return (
    <Link
      href={paths.receipt(order.id)}
      className={buttonClass({ tone: 'secondary' })}
      aria-label={m.orders_receipt_of({ number: orderNumber(order) })}
    >
      <Icon name="rules" className="size-5" />
      {m.orders_receipt()}
    </Link>
  )
}
