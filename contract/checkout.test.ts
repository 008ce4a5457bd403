import { expect, it } from 'vitest'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { openOrder, listOrders } from './checkout.ts'

const item = {
  name: 'Storm Radar',
  type: 'Storm Radar',
  duration: 2,
  offerKey: 'storm-radar/2',
  priceCents: 600,
}

it('reads the order of a product and a duration that are no longer sold', () => {
  const order = {
    id: 'e5b1c6f4-0c55-4d9e-9d0a-3d2f6b1c7a10',
    status: 'paid',
    steamId: '76561198000000001',
    discordUsername: 'survivor',
    items: [item],
    totalCents: 600,
    refundedCents: 0,
    listedAsDonor: false,
    forSomebodyElse: true,
    details: 'a storm',
    agreedTerms: { version: '2026-01-01', at: '2026-01-01T00:00:00.000Z' },
    openedAt: '2026-01-01T00:00:00.000Z',
    paidAt: '2026-01-01T00:01:00.000Z',
    perk: null,
    deliveredAt: null,
    task: null,
    transactionId: null,
    heldFor: null,
    messages: { count: 0, unread: 0 },
  }
  expect(listOrders.answer.parse({ orders: [order] })).toEqual({ orders: [order] })
})

it('opens no order with a duration that is not sold', () => {
  const changes = { duration: item.duration }
  const body = checkoutBody({ items: [cartItem(changes)] })
  expect(openOrder.body.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([
    ['items', 0, ...Object.keys(changes)],
  ])
})
