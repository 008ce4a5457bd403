import type { OrderView } from '#contract/checkout.ts'

/** An order as its buyer's page gets it: three months of priority queue, not paid yet. */
export function orderView(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: 'order-1',
    status: 'pending',
    heldFor: null,
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    items: [
      {
        offerKey: 'priority-queue/3',
        name: 'Priority Queue',
        type: 'Priority Queue',
        duration: 3,
        priceCents: 2500,
      },
    ],
    totalCents: 2500,
    refundedCents: 0,
    listedAsDonor: false,
    forSomebodyElse: false,
    details: null,
    agreedTerms: null,
    openedAt: '2026-03-01T12:00:00.000Z',
    paidAt: null,
    perk: null,
    deliveredAt: null,
    task: null,
    transactionId: null,
    messages: { count: 0, unread: 0 },
    ...changes,
  }
}
