import type { TestShop } from '../shop.ts'
import { forgeries } from './forge.ts'
import { inParallel } from './in-parallel.ts'
import { allHistories, livePack, planPacks, silenceStripe } from './pack-histories.ts'
import { someAddress } from './some-address.ts'
import { holdAgainstBooks } from './pack-books.ts'
import { createRandom, type Random } from './random.ts'
import { deliver, readEvents, sign, type StripeEvent } from './stripe-events.ts'
import {
  countTraces,
  deliveriesAtOnce,
  tellBadly,
  tellsFirst,
  type WebhookAmounts,
} from './tell-badly.ts'

const isMoneyBack = /^(?:charge\.|refund\.)/
const isPayment = /^checkout\.session\.(?:completed|async_payment_succeeded)$/

/** Tells the product what happened at Stripe as badly as it can be told, and counts what went wrong. */
export async function tortureStripeWebhooks(shop: TestShop, amounts: WebhookAmounts) {
  const random = createRandom(amounts.seed)
  await silenceStripe(shop)
  const inOrders = await livePacks(shop, amounts.orders, random)
  const replayed = await livePacks(shop, amounts.replays === 0 ? 0 : allHistories.length, random)
  const forged = await livePacks(shop, amounts.forgeries === 0 ? 0 : allHistories.length, random)
  const events = await readEvents(shop)
  const eventsOf = (sessionIds: readonly string[]): readonly StripeEvent[] =>
    sessionIds.flatMap((sessionId) => events.get(sessionId) ?? [])

  const forging = await forge(shop, eventsOf(forged), amounts.forgeries, random)
  const { sequences, delivered, refused } = await tellBadly(
    {
      inOrders: inOrders.map((sessionId) => eventsOf([sessionId])),
      replayed: eventsOf(replayed),
      replays: amounts.replays,
      last: eventsOf(forged),
      deliver: ({ body }) => deliver(shop, body, sign(body)),
    },
    random,
  )
  const all = [...inOrders, ...replayed, ...forged]
  const { wrong, doubled, unbalanced } = await holdAgainstBooks(shop, new Set(all))
  const early = sequences
    .filter((sequence) => tellsFirst(sequence, isMoneyBack, isPayment))
    .map(([event]) => event?.sessionId)
  return {
    packs: all.length,
    delivered,
    refused,
    wrong,
    doubled,
    unbalanced,
    heardOfMoneyBackFirst: early.length,
    wrongOfThose: wrong.filter((words) => early.some((id) => id && words.startsWith(id))).length,
    ...forging,
  }
}

/** Packs to which everything happens that can, in turn; nobody was told. Answers their sessions. */
async function livePacks(shop: TestShop, count: number, random: Random): Promise<string[]> {
  const plans = [...planPacks(count, random).entries()]
  const sessionIds: string[] = []
  await inParallel(plans, deliveriesAtOnce, async ([place, plan]) => {
    sessionIds[place] = await livePack(shop, plan)
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
