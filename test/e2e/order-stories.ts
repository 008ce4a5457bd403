import type { Page, Route } from '@playwright/test'
import type { OrderView } from '#contract/checkout.ts'
import type { DeliveryView } from '#contract/perks.ts'
import type { Donor } from '#contract/donors.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { orderView } from '#test/factories/order-view.ts'

const paid = { paidAt: '2026-03-01T12:05:00.000Z', transactionId: '8XK40127RB113224T' } as const
/** What three months of priority queue brought. */
const perkOf = (delivery: DeliveryView, endsAt = '2126-06-01T12:05:00.000Z') => ({
  perk: 'priority_queue',
  startsAt: paid.paidAt,
  endsAt,
  voided: false,
  delivery,
})
const colorTag = {
  items: [
    {
      offerKey: 'clan-color-tag/12',
      name: 'Clan Color Tag',
      type: 'Clan Color Tag',
      duration: 12,
      priceCents: 15_500,
      color: { r: 155, g: 135, b: 245 },
    },
  ],
  totalCents: 15_500,
} as const

/** An order in every state that its buyer can see, with the message that names the state. */
export const ordersByTitle: Readonly<Record<string, OrderView>> = {
  orders_unpaid_title: orderView({ id: orderId(1) }),
  orders_under_review_title: orderView({ id: orderId(2), status: 'processing' }),
  orders_to_activate_title: orderView({
    id: orderId(3),
    status: 'paid',
    // The longest name that the checkout accepts, without a place for a line break.
    discordUsername: 'W'.repeat(100),
    ...paid,
    ...colorTag,
  }),
  orders_in_progress_title: orderView({
    id: orderId(8),
    status: 'paid',
    items: [
      { offerKey: 'reskin-top/basic', name: 'Top Reskin Basic', type: 'Reskin', priceCents: 1500 },
    ],
    totalCents: 1500,
    ...paid,
    task: { state: 'in_progress' },
  }),
  orders_partly_refunded: orderView({
    id: orderId(4),
    status: 'paid',
    ...paid,
    deliveredAt: '2026-03-02T09:00:00.000Z',
    refundedCents: 1050,
  }),
  orders_disputed_title: orderView({ id: orderId(5), status: 'disputed', ...paid }),
  orders_refunded_title: orderView({
    id: orderId(6),
    status: 'refunded',
    ...paid,
    refundedCents: 2500,
  }),
  orders_delivering_title: orderView({
    id: orderId(8),
    status: 'paid',
    ...paid,
    perk: perkOf({
      state: 'needs_owner',
      steps: [{ state: 'needs_owner', at: paid.paidAt }],
      reason: 'disk_full',
      until: '2126-03-01T12:06:00.000Z',
    }),
  }),
  orders_active_title: orderView({
    id: orderId(9),
    status: 'paid',
    ...paid,
    perk: perkOf({ state: 'verified', steps: [{ state: 'verified', at: paid.paidAt }] }),
  }),
  orders_ended_title: orderView({
    id: orderId(10),
    status: 'paid',
    ...paid,
    perk: perkOf({ state: 'verified', steps: [] }, '2026-06-01T12:05:00.000Z'),
  }),
  orders_cancelled_title: orderView({
    id: orderId(11),
    status: 'paid',
    ...paid,
    perk: {
      ...perkOf({ state: 'verified', steps: [] }, '2026-06-01T12:05:00.000Z'),
      voided: true,
    },
  }),
  orders_expired_title: orderView({ id: orderId(7), status: 'expired' }),
}

/** A UUID like our server's. */
export function orderId(number: number): string {
  return `0b7c9f1e-4f53-4c3e-9b0e-${String(number).padStart(12, '0')}`
}

export async function answerOrders(page: Page, orders: readonly OrderView[]): Promise<void> {
  await page.route('**/api/orders', (route) => route.fulfill({ json: { orders } }))
}

export async function answerOrder(page: Page, order: OrderView): Promise<void> {
  await page.route('**/api/orders/*', (route) => route.fulfill({ json: order }))
}

export async function answerDonors(page: Page, donors: readonly Donor[]): Promise<void> {
  await page.route('**/api/donors', (route) => route.fulfill({ json: donors }))
}

/** Refuses a call like our server. */
export function refuse(route: Route, code: ProblemCode, status: number): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: code, status, code, message: code, error: code },
  })
}
