import type { OrderItem, OrderView } from '../../contract/checkout.ts'
import { siteConfig } from '../../site.config.ts'
import { itemTitle } from '../cart/product-text.ts'
import { m } from '../i18n/paraglide/messages.js'
import type { ToastContent } from '../toast-list.ts'

/** The first part of an order's id, which the staff sees as well: short enough to be read out. */
export function orderNumber({ id }: OrderView): string {
  return id.slice(0, 8).toUpperCase()
}

/** What was paid, in one line. */
export function paidTitle(items: readonly OrderItem[]): string {
  return items.map(itemTitle).join(' · ')
}

/** The word that an order is paid, complete enough for a ticket; by itself it stays until closed. */
export function paidMessage(order: OrderView): ToastContent {
  return {
    title: m.checkout_paid_title(),
    description: m.checkout_paid_message({
      item: paidTitle(order.items),
      steamId: order.steamId,
      number: orderNumber(order),
    }),
    tone: 'success',
    durationMs: null,
    action: { label: m.checkout_paid_link(), href: siteConfig.discordInviteUrl },
  }
}

/** The same for where the rest is said as well. */
export function briefPaidMessage({ items }: OrderView): ToastContent {
  return { title: m.checkout_paid_title(), description: paidTitle(items), tone: 'success' }
}
