import { z } from 'zod'
import { note, reportExactly } from '#bench/report.ts'
import { createSigner } from '#sandbox/paypal/signature.ts'
import { inParallel } from '#stress/calls.ts'
import { disablePayPalEvents, numberOfHistories, runDonation } from '#stress/paypal-histories.ts'
import type { Bought, WebhookProvider } from '#stress/webhooks.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import type { TestShop } from '#test/shop.ts'
import { startForger, type PayPalEvent } from './paypal-forgeries.ts'

const donationsAtOnce = 16

/** PayPal's events of donations, each with the proof that came with it. */
export const paypal: WebhookProvider<PayPalEvent> = {
  path: '/webhooks/paypal',
  what: 'donations',
  numberOfHistories,
  isPayment: /^PAYMENT\.CAPTURE\.(?:COMPLETED|PENDING)$/,
  isRefundOrDispute: /^(?:CUSTOMER\.DISPUTE\.|PAYMENT\.CAPTURE\.RE)/,
  disableEvents: disablePayPalEvents,
  buy: async (shop, count, random) => {
    const donations: Bought[] = []
    await inParallel([...Array(count).keys()], donationsAtOnce, async (turn) => {
      const { orderId: id, paypalOrderId: reference } = await runDonation(shop, turn, random)
      donations[turn] = { id, reference }
    })
    return donations
  },
  readEvents,
  transmit: ({ body, headers }) => ({ body, headers }),
  startForger: async ({ sandbox }) => startForger(await createSigner(sandbox.origin)),
  // 503 while too many events name unknown certificates: not believed either.
  refusals: [400, 503],
  audit: async (shop, donations) => {
    const ids = donations.map(({ id }) => id)
    const differences = await findDifferencesInParts(shop, ids)
    for (const words of differences.slice(0, 10)) note(words)
    const announcedTwice = await countAnnouncedTwice(shop)
    return [
      reportExactly('differences from PayPal’s own books', differences.length),
      reportExactly('payments announced to the staff twice', announcedTwice),
    ].every(Boolean)
  },
}

const writtenEvent = z.object({
  kind: z.literal('webhook'),
  eventType: z.string(),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})

async function readEvents(
  { sandbox }: TestShop,
  donations: readonly Bought[],
): Promise<ReadonlyMap<string, readonly PayPalEvent[]>> {
  const orderOf = new Map(donations.map(({ reference, id }) => [reference, id]))
  for (const { captureId, orderId } of await sandbox.readPayments()) {
    const id = orderOf.get(orderId)
    if (id !== undefined) orderOf.set(captureId, id)
  }
  const log = await sandbox.readLog('paypal')
  const events = log.flatMap((entry): PayPalEvent[] => {
    const written = writtenEvent.safeParse(entry).data
    if (!written) return []
    const { eventType: type, headers, rawBody: body } = written
    const ids = body.match(/\b[0-9A-Z]{17}\b/g) ?? []
    const bought = ids.map((id) => orderOf.get(id)).find((known) => known !== undefined)
    return bought === undefined ? [] : [{ type, bought, body, headers }]
  })
  return Map.groupBy(events, (event) => event.bought)
}

/** Orders whose payment the staff was notified of more than once. */
async function countAnnouncedTwice({ services: { database } }: TestShop): Promise<number> {
  const messages = await database.db
    .selectFrom('messages')
    .select(['order_id', 'kind'])
    .where('kind', '=', 'checkout_paid')
    .execute()
  return messages.length - new Set(messages.map(({ order_id: orderId }) => orderId)).size
}
