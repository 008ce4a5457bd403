import type { TestShop } from '../shop.ts'
import { forgeries } from './forge.ts'
import { inParallel } from './in-parallel.ts'
import { allHistories, livePack, planPacks, silenceStripe, someAddress } from './pack-histories.ts'
import { holdAgainstBooks } from './pack-books.ts'
import { createRandom, type Random } from './random.ts'
import { deliver, readEvents, sign, type StripeEvent } from './stripe-events.ts'

interface Amounts {
  /** Packs, each with its events in an order of its own. */
  readonly orders: number
  /** How often each event comes of a pack of each history. */
  readonly replays: number
  readonly forgeries: number
  readonly seed: number
}

const atOnce = 16
const isMoneyBack = /^(?:charge\.|refund\.)/
const isPayment = /^checkout\.session\.(?:completed|async_payment_succeeded)$/

/** Tells the product what happened at Stripe as badly as it can be told, and counts what went wrong. */
export async function tortureWebhooks(shop: TestShop, amounts: Amounts) {
  const random = createRandom(amounts.seed)
  await silenceStripe(shop)
  const inOrders = await livePacks(shop, amounts.orders, random)
  const replayed = await livePacks(shop, amounts.replays === 0 ? 0 : allHistories.length, random)
  const forged = await livePacks(shop, amounts.forgeries === 0 ? 0 : allHistories.length, random)
  const events = await readEvents(shop)
  const eventsOf = (sessionIds: readonly string[]): readonly StripeEvent[] =>
    sessionIds.flatMap((sessionId) => events.get(sessionId) ?? [])

  const forging = await forge(shop, eventsOf(forged), amounts.forgeries, random)
  const sequences = inOrders.map((sessionId) => {
    const once = eventsOf([sessionId])
    return { events: random.shuffle([...once, ...once, ...once]), lanes: 1 + random.below(3) }
  })
  const counter = { delivered: 0, refused: 0 }
  const tell = async ({ body }: StripeEvent): Promise<void> => {
    const status = await deliver(shop, body, sign(body))
    counter.delivered += 1
    if (status < 200 || status > 299) counter.refused += 1
  }
  await inParallel(sequences, atOnce, (sequence) =>
    inParallel(sequence.events, sequence.lanes, tell),
  )
  const repeated = Array.from({ length: amounts.replays }, () => eventsOf(replayed)).flat()
  await inParallel(random.shuffle(repeated), 2 * atOnce, tell)
  await inParallel(random.shuffle(eventsOf(forged)), atOnce, tell)

  const all = [...inOrders, ...replayed, ...forged]
  const { wrong, doubled, unbalanced } = await holdAgainstBooks(shop, new Set(all))
  const early = sequences
    .map((sequence) => sequence.events)
    .filter(hearsOfMoneyBackFirst)
    .map(([event]) => event?.sessionId)
  return {
    packs: all.length,
    ...counter,
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
  await inParallel(plans, atOnce, async ([place, plan]) => {
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
  await inParallel(plans, atOnce, async ({ write, event, address }) => {
    const { body, signature } = write(event)
    const status = await deliver(shop, body, signature, address)
    if (status !== 400) accepted += 1
  })
  return { forged: count, accepted, traces: (await countTraces(shop)) - before }
}

/** What an event that was believed would have left. */
async function countTraces({ services: { database } }: TestShop): Promise<number> {
  const events = await database.db.selectFrom('webhook_events').select('event_id').execute()
  return events.length
}

function hearsOfMoneyBackFirst(sequence: readonly StripeEvent[]): boolean {
  const payment = sequence.findIndex(({ type }) => isPayment.test(type))
  const moneyBack = sequence.findIndex(({ type }) => isMoneyBack.test(type))
  return moneyBack >= 0 && moneyBack < payment
}
