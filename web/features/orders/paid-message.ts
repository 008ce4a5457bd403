import type { OrderItem, OrderView } from '#contract/checkout.ts'
import { siteConfig } from '#site/community.ts'
import { itemTitle } from '#web/features/donations/product-text.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { isAutomatic } from './display-status.ts'
import type { ToastContent } from '#web/app/toasts.ts'

/** The first part of an order's id, which the staff sees as well: short enough to read aloud. */
export function orderNumber({ id }: Pick<OrderView, 'id'>): string {
  return id.slice(0, 8).toUpperCase()
}

/** The version of the legal texts, and when they were agreed to. */
export function agreementText({ version, at }: NonNullable<OrderView['agreedTerms']>): string {
  return m.receipt_agreed_version({ version, date: formatDateTime(at) })
}

/** The paid items, in one line. */
export function paidTitle(items: readonly OrderItem[]): string {
  return items.map(itemTitle).join(' · ')
}

/** The message that orders are paid, complete enough for a ticket; it stays until it is closed. */
export function paidMessage(orders: readonly OrderView[]): ToastContent {
  const [order] = orders
  if (order && orders.length === 1) return messageOf(order)
  return {
    ...headOf(orders),
    description: m.checkout_paid_together({ items: titles(orders) }),
    durationMs: null,
    actions: [{ label: m.checkout_all_orders(), href: paths.orders() }],
  }
}

function messageOf(order: OrderView): ToastContent {
  const details = {
    item: paidTitle(order.items),
    steamId: order.steamId,
    number: orderNumber(order),
  }
  return {
    ...headOf([order]),
    description: descriptionOf(order)(details),
    durationMs: null,
    actions: [
      isDelivering(order)
        ? { label: m.checkout_follow(), href: paths.orders() }
        : { label: m.checkout_paid_link(), href: siteConfig.discordInviteUrl },
      { label: m.checkout_receipt(), href: paths.receipt(order.id) },
    ],
  }
}

function descriptionOf(order: OrderView) {
  if (isDisputed(order)) return m.checkout_disputed_message
  return isDelivering(order) ? m.checkout_automatic_message : m.checkout_paid_message
}

function isDelivering(order: OrderView): boolean {
  return !isDisputed(order) && isAutomatic(order)
}

/** A shorter message, for where the page itself shows the details. */
export function briefPaidMessage(orders: readonly OrderView[]): ToastContent {
  return { ...headOf(orders), description: titles(orders) }
}

function titles(orders: readonly OrderView[]): string {
  return orders.map(({ items }) => paidTitle(items)).join(' · ')
}

/** Whether the payer of a paid order has disputed the payment, so that thanks would be out of place. */
export function isDisputed({ status }: OrderView): boolean {
  return status === 'disputed'
}

function headOf(orders: readonly OrderView[]): ToastContent {
  return orders.every(isDisputed)
    ? { title: m.checkout_disputed_title() }
    : { title: m.checkout_paid_title(), tone: 'success' }
}
