import { Stripe } from 'stripe'
import { z } from 'zod'
import { note, reportExactly } from '#bench/report.ts'
import { stripeCredentials } from '#sandbox/credentials.ts'
import { inParallel } from '#stress/calls.ts'
import {
  allHistories,
  auditPacks,
  disableStripeEvents,
  planPacks,
  runPack,
} from '#stress/pack-histories.ts'
import type { Bought, ProviderEvent, Transmission, WebhookProvider } from '#stress/webhooks.ts'
import type { TestShop } from '#test/shop.ts'

const packsAtOnce = 16

/** Stripe's events of packs, by their checkout sessions. */
export const stripe: WebhookProvider<ProviderEvent> = {
  path: '/webhooks/stripe',
  what: 'packs',
  numberOfHistories: allHistories.length,
  isPayment: /^checkout\.session\.(?:completed|async_payment_succeeded)$/,
  isRefundOrDispute: /^(?:charge\.|refund\.)/,
  disableEvents: disableStripeEvents,
  buy: async (shop, count, random) => {
    const packs: Bought[] = []
    await inParallel([...planPacks(count, random).entries()], packsAtOnce, async ([at, plan]) => {
      const id = await runPack(shop, plan)
      packs[at] = { id, reference: id }
    })
    return packs
  },
  readEvents,
  transmit: ({ body }) => transmission(body, sign(body)),
  startForger: () =>
    Promise.resolve({ ways: forgeries, stop: () => Promise.resolve(), report: () => true }),
  refusals: [400],
  audit: async (shop, packs, early) => {
    const ids = packs.map(({ id }) => id)
    const { wrong, doubled, unbalanced } = await auditPacks(shop, new Set(ids))
    for (const words of wrong.slice(0, 10)) note(words)
    const wrongEarly = wrong.filter((words) => early.some((id) => words.startsWith(id)))
    return [
      reportExactly('packs with wrong Kr', wrong.length),
      reportExactly('packs credited twice', doubled),
      reportExactly('balances that are not the sum of their rows', unbalanced),
      reportExactly(
        `of ${early.length} packs whose refund or dispute came before the payment, wrong`,
        wrongEarly.length,
      ),
    ].every(Boolean)
  },
}

const eventShape = z.object({
  data: z.object({
    object: z.union([
      z.object({ payment_intent: z.string(), object: z.enum(['charge', 'refund', 'dispute']) }),
      z.object({ id: z.string(), object: z.enum(['checkout.session', 'payment_intent']) }),
    ]),
  }),
})

const client = new Stripe(stripeCredentials.secretKey)

/** All events of all sessions, by session. */
async function readEvents({
  sandbox,
}: TestShop): Promise<ReadonlyMap<string, readonly ProviderEvent[]>> {
  const books = await sandbox.stripe.readPayments()
  const sessionOf = new Map(
    books.flatMap(
      (entry) =>
        [
          [entry.sessionId, entry.sessionId],
          ...(entry.paymentIntentId === null
            ? []
            : [[entry.paymentIntentId, entry.sessionId] as const]),
        ] as const,
    ),
  )
  const events: ProviderEvent[] = []
  const entries = [...(await sandbox.stripe.readEvents()).entries()]
  await inParallel(entries, 8, async ([place, { eventId: id, type }]) => {
    const answer = await fetch(`${sandbox.origin}/v1/events/${id}`, {
      headers: { authorization: `Bearer ${stripeCredentials.secretKey}` },
    })
    const body = await answer.text()
    const { object } = eventShape.parse(JSON.parse(body)).data
    const sessionId = sessionOf.get('id' in object ? object.id : object.payment_intent)
    if (sessionId === undefined) throw new Error(`${type} ${id} belongs to no session`)
    events[place] = { type, bought: sessionId, body }
  })
  return Map.groupBy(events, (event) => event.bought)
}

const contentType = 'application/json; charset=utf-8'

function transmission(body: string, signature: string): Transmission {
  return { body, headers: { 'content-type': contentType, 'stripe-signature': signature } }
}

/** Ways to make the product believe an event that Stripe did not send, or not now. */
const forgeries: Readonly<Record<string, (event: ProviderEvent) => Transmission>> = {
  'wrong signature': ({ body }) =>
    transmission(
      body,
      sign(body).replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0')),
    ),
  'of another body': ({ body, bought }) =>
    transmission(body.replace(bought, `${bought}x`).concat(' '), sign(body)),
  'other secret': ({ body }) => transmission(body, sign(body, { secret: 'whsec_other' })),
  'stale timestamp': ({ body }) => transmission(body, sign(body, { timestamp: seconds(-360) })),
  'future timestamp': ({ body }) => transmission(body, sign(body, { timestamp: seconds(3600) })),
  'changed timestamp': ({ body }) =>
    transmission(
      body,
      sign(body, { timestamp: seconds(-3600) }).replace(/t=\d+/, `t=${seconds(0)}`),
    ),
  're-serialised body': ({ body }) => transmission(JSON.stringify(JSON.parse(body)), sign(body)),
  'truncated body': ({ body }) => transmission(body.slice(0, -2), sign(body)),
  'truncated signature': ({ body }) => transmission(body, sign(body).slice(0, -1)),
  'v0 only': ({ body }) => transmission(body, sign(body).replace('v1=', 'v0=')),
  'no signature in it': ({ body }) => transmission(body, `t=${seconds(0)}`),
  'no header': ({ body }) => ({ body, headers: { 'content-type': contentType } }),
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow
}

interface Signing {
  readonly secret?: string
  /** Unix seconds; now by default. */
  readonly timestamp?: number
}

function sign(payload: string, { secret, timestamp }: Signing = {}): string {
  return client.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? stripeCredentials.webhookSecret,
    ...(timestamp !== undefined && { timestamp }),
  })
}
