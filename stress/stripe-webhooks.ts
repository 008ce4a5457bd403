import type { TestShop } from '#test/shop.ts'
import { defineStress, onShops } from './define-stress.ts'
import { note, reportExactly } from '#bench/report.ts'
import { inParallel } from './calls.ts'
import {
  allHistories,
  auditPacks,
  disableStripeEvents,
  planPacks,
  runPack,
} from './pack-histories.ts'
import { createRandom, someAddress, type Random } from '#test/random.ts'
import { deliver, readEvents, sign, type StripeEvent } from './stripe-events.ts'
import {
  countTraces,
  deliveriesAtOnce,
  deliverOutOfOrder,
  comesFirst,
  webhookAmounts,
  type WebhookSetting,
} from './out-of-order-delivery.ts'

const isRefundOrDispute = /^(?:charge\.|refund\.)/
const isPayment = /^checkout\.session\.(?:completed|async_payment_succeeded)$/

/** Stripe's webhooks repeated, in every order, and forged (R5). */
export const stripeWebhooks = defineStress(webhookAmounts, (setting) =>
  onShops(async (shop) => {
    note(`seed ${setting('seed')}`)
    const figures = await deliverWebhooks(shop, setting)
    note(`${figures.packs} packs, ${figures.delivered} deliveries, ${figures.forged} forgeries`)
    for (const words of figures.wrong.slice(0, 10)) note(words)
    return [
      reportExactly('deliveries refused', figures.refused),
      reportExactly('packs with wrong Kr', figures.wrong.length),
      reportExactly('packs credited twice', figures.doubled),
      reportExactly('balances that are not the sum of their rows', figures.unbalanced),
      reportExactly(
        `of ${figures.refundedFirst} packs whose refund or dispute came before the payment, wrong`,
        figures.wrongOfThose,
      ),
      reportExactly('forgeries accepted', figures.accepted),
      reportExactly('forgeries that left a trace', figures.traces),
    ].every(Boolean)
  }),
)

/** Delivers Stripe's events out of order, repeated and among forgeries, and counts faults. */
async function deliverWebhooks(shop: TestShop, setting: WebhookSetting) {
  const random = createRandom(setting('seed'))
  await disableStripeEvents(shop)
  const inOrders = await runPacks(shop, setting('orders'), random)
  const replayed = await runPacks(shop, setting('replays') === 0 ? 0 : allHistories.length, random)
  const forged = await runPacks(shop, setting('forgeries') === 0 ? 0 : allHistories.length, random)
  const events = await readEvents(shop)
  const eventsOf = (sessionIds: readonly string[]): readonly StripeEvent[] =>
    sessionIds.flatMap((sessionId) => events.get(sessionId) ?? [])

  const forging = await forge(shop, eventsOf(forged), setting('forgeries'), random)
  const { sequences, delivered, refused } = await deliverOutOfOrder(
    {
      inOrders: inOrders.map((sessionId) => eventsOf([sessionId])),
      replayed: eventsOf(replayed),
      replays: setting('replays'),
      last: eventsOf(forged),
      deliver: ({ body }) => deliver(shop, body, sign(body)),
    },
    random,
  )
  const all = [...inOrders, ...replayed, ...forged]
  const { wrong, doubled, unbalanced } = await auditPacks(shop, new Set(all))
  const early = sequences
    .filter((sequence) => comesFirst(sequence, isRefundOrDispute, isPayment))
    .map(([event]) => event?.sessionId)
  return {
    packs: all.length,
    delivered,
    refused,
    wrong,
    doubled,
    unbalanced,
    refundedFirst: early.length,
    wrongOfThose: wrong.filter((words) => early.some((id) => id && words.startsWith(id))).length,
    ...forging,
  }
}

/** Packs with every possible history, in turn; the product knows none of them. Returns their sessions. */
async function runPacks(shop: TestShop, count: number, random: Random): Promise<string[]> {
  const plans = [...planPacks(count, random).entries()]
  const sessionIds: string[] = []
  await inParallel(plans, deliveriesAtOnce, async ([place, plan]) => {
    sessionIds[place] = await runPack(shop, plan)
  })
  return sessionIds
}

async function forge(
  shop: TestShop,
  events: readonly StripeEvent[],
  count: number,
  random: Random,
): Promise<{ forged: number; accepted: number; traces: number }> {
  const before = await countTraces(shop)
  const kinds = Object.values(forgeries)
  const plans = Array.from({ length: count }, (_, turn) => ({
    write: kinds[turn % kinds.length] ?? random.pick(kinds),
    event: random.pick(events),
    address: someAddress(random),
  }))
  let accepted = 0
  await inParallel(plans, deliveriesAtOnce, async ({ write, event, address }) => {
    const { body, signature } = write(event)
    const status = await deliver(shop, body, signature, address)
    if (status !== 400) accepted += 1
  })
  return { forged: count, accepted, traces: (await countTraces(shop)) - before }
}

interface Forgery {
  readonly body: string
  readonly signature: string | undefined
}

/** Ways to make the product believe an event that Stripe did not send, or not now. */
const forgeries: Readonly<Record<string, (event: StripeEvent) => Forgery>> = {
  'wrong signature': ({ body }) => ({
    body,
    signature: sign(body).replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0')),
  }),
  'of another body': (event) => ({
    body: event.body.replace(event.sessionId, `${event.sessionId}x`).concat(' '),
    signature: sign(event.body),
  }),
  'other secret': ({ body }) => ({ body, signature: sign(body, { secret: 'whsec_other' }) }),
  'stale timestamp': ({ body }) => ({ body, signature: sign(body, { timestamp: seconds(-360) }) }),
  'future timestamp': ({ body }) => ({ body, signature: sign(body, { timestamp: seconds(3600) }) }),
  'changed timestamp': ({ body }) => ({
    body,
    signature: sign(body, { timestamp: seconds(-3600) }).replace(/t=\d+/, `t=${seconds(0)}`),
  }),
  're-serialised body': ({ body }) => ({
    body: JSON.stringify(JSON.parse(body)),
    signature: sign(body),
  }),
  'truncated body': ({ body }) => ({ body: body.slice(0, -2), signature: sign(body) }),
  'truncated signature': ({ body }) => ({ body, signature: sign(body).slice(0, -1) }),
  'v0 only': ({ body }) => ({ body, signature: sign(body).replace('v1=', 'v0=') }),
  'no signature in it': ({ body }) => ({ body, signature: `t=${seconds(0)}` }),
  'no header': ({ body }) => ({ body, signature: undefined }),
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow
}
