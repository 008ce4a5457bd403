import { note, reportExactly } from '#bench/report.ts'
import type { TestShop } from '#test/shop.ts'
import { defineStress, onShops } from './define-stress.ts'
import { createSigner } from '#sandbox/paypal/signature.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import { inParallel } from './calls.ts'
import { deliver, readEvents, type PayPalEvent } from './paypal-events.ts'
import { startForger } from './paypal-forgeries.ts'
import {
  runDonation,
  numberOfHistories,
  disablePayPalEvents,
  type Donation,
} from './paypal-histories.ts'
import { createRandom, someAddress, type Random } from '#test/random.ts'
import {
  countTraces,
  deliveriesAtOnce,
  deliverOutOfOrder,
  comesFirst,
  webhookAmounts,
  type WebhookSetting,
} from './out-of-order-delivery.ts'

const isRefundOrDispute = /^(?:CUSTOMER\.DISPUTE\.|PAYMENT\.CAPTURE\.RE)/
const isPayment = /^PAYMENT\.CAPTURE\.(?:COMPLETED|PENDING)$/

/** PayPal's webhooks repeated, in every order, and forged (R5). */
export const paypalWebhooks = defineStress(webhookAmounts, (setting) =>
  onShops(async (shop) => {
    note(`seed ${setting('seed')}`)
    const figures = await deliverWebhooks(shop, setting)
    note(
      `${figures.donations} donations, ${figures.delivered} deliveries, ${figures.forged} forgeries; ${figures.refundedFirst} donations were told of their refund or dispute before their payment`,
    )
    for (const words of [...figures.wrong, ...figures.accepted].slice(0, 10)) note(words)
    return [
      reportExactly('deliveries refused', figures.refused),
      reportExactly('differences from PayPal’s own books', figures.wrong.length),
      reportExactly('payments announced to the staff twice', figures.announcedTwice),
      reportExactly('forgeries accepted', figures.accepted.length),
      reportExactly('forgeries that left a trace', figures.traces),
      reportExactly('certificates fetched from a forger’s host', figures.fetched),
    ].every(Boolean)
  }),
)

/** Delivers PayPal's events out of order, repeated and among forgeries, and counts faults. */
async function deliverWebhooks(shop: TestShop, setting: WebhookSetting) {
  const random = createRandom(setting('seed'))
  await disablePayPalEvents(shop)
  const inOrders = await runDonations(shop, setting('orders'), random)
  const replayed = await runDonations(shop, setting('replays') && numberOfHistories, random)
  const forged = await runDonations(shop, setting('forgeries') && numberOfHistories, random)
  const all = [...inOrders, ...replayed, ...forged]
  const events = await readEvents(shop, all)
  const eventsOf = (donations: readonly Donation[]): readonly PayPalEvent[] =>
    donations.flatMap(({ orderId }) => events.get(orderId) ?? [])

  const forging = await forge(shop, eventsOf(forged), setting('forgeries'), random)
  const { sequences, delivered, refused } = await deliverOutOfOrder(
    {
      inOrders: inOrders.map((donation) => eventsOf([donation])),
      replayed: eventsOf(replayed),
      replays: setting('replays'),
      last: eventsOf(forged),
      deliver: ({ body, headers }) => deliver(shop, body, headers),
    },
    random,
  )

  const orderIds = all.map(({ orderId }) => orderId)
  return {
    donations: all.length,
    delivered,
    refused,
    wrong: await findDifferencesInParts(shop, orderIds),
    announcedTwice: await countToldTwice(shop),
    refundedFirst: sequences.filter((sequence) =>
      comesFirst(sequence, isRefundOrDispute, isPayment),
    ).length,
    ...forging,
  }
}

/** Donations with every possible history, in turn; the product knows none of them. */
async function runDonations(shop: TestShop, count: number, random: Random): Promise<Donation[]> {
  const donations: Donation[] = []
  await inParallel([...Array(count).keys()], deliveriesAtOnce, async (turn) => {
    donations[turn] = await runDonation(shop, turn, random)
  })
  return donations
}

async function forge(
  shop: TestShop,
  events: readonly PayPalEvent[],
  count: number,
  random: Random,
): Promise<{ forged: number; accepted: readonly string[]; fetched: number; traces: number }> {
  const before = await countTraces(shop)
  const forger = await startForger(await createSigner(shop.sandbox.origin))
  const ways = Object.entries(forger.ways)
  const plans = Array.from({ length: count }, (_, turn) => ({
    way: ways[turn % ways.length] ?? random.pick(ways),
    event: random.pick(events),
    address: someAddress(random),
  }))
  const accepted: string[] = []
  await inParallel(plans, deliveriesAtOnce, async ({ way: [name, write], event, address }) => {
    const { body, headers } = write(event)
    const status = await deliver(shop, body, { ...headers, 'x-forwarded-for': address })
    // 503 while too many events name unknown certificates: not believed either.
    if (status !== 400 && status !== 503) accepted.push(`${name}: ${status}`)
  })
  await forger.stop()
  const traces = (await countTraces(shop)) - before
  return { forged: count, accepted, fetched: forger.fetched(), traces }
}

/** Orders whose payment the staff was notified of more than once. */
async function countToldTwice({ services: { database } }: TestShop): Promise<number> {
  const messages = await database.db
    .selectFrom('messages')
    .select(['order_id', 'kind'])
    .where('kind', '=', 'checkout_paid')
    .execute()
  return messages.length - new Set(messages.map(({ order_id: orderId }) => orderId)).size
}
