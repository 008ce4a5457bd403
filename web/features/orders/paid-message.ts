import type { OrderItem, OrderView } from '#contract/checkout.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#contract/paths.ts'
import type { ToastContent } from '#web/app/toasts.ts'
import { itemTitle } from '#web/features/products/product-text.ts'

/** The first part of an order's id, which the staff sees as well: short enough to read aloud. */
export function orderNumber({ id }: Pick<OrderView, 'id'>): string {
  return id.slice(0, 8).toUpperCase()
}

export function agreementText({ version, at }: NonNullable<OrderView['agreedTerms']>): string {
  return m.receipt_agreed_version({ version, date: formatDateTime(at) })
}

export function paidTitle(items: readonly OrderItem[]): string {
  return items.map(itemTitle).join(' · ')
}

/** The message that orders are paid; the details are in the checkout and on the landing page. */
export function paidMessage(orders: readonly OrderView[]): ToastContent {
  return {
    ...(orders.every(isDisputed)
      ? { title: m.orders_paid_disputed_title() }
      : { title: m.orders_paid_title(), tone: 'success' }),
    description: orders.map(({ items }) => paidTitle(items)).join(' · '),
    actions: [{ label: m.orders_all(), href: paths.orders() }],
  }
}

/** Whether the payer of a paid order has disputed the payment, so that thanks would be out of place. */
export function isDisputed({ status }: OrderView): boolean {
  return status === 'disputed'
}
