import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'
import type { Random } from '#test/random.ts'

/** The size of a webhook run. `replays` is how often each event is repeated, for one order of each history. */
export const webhookAmounts = {
  orders: 1000,
  replays: 1000,
  forgeries: 10_000,
  seed: Date.now() % 1_000_000,
}
export type WebhookSetting = (name: keyof typeof webhookAmounts) => number

export interface Deliveries<Event> {
  /** The events of each order. */
  readonly inOrders: readonly (readonly Event[])[]
  readonly replayed: readonly Event[]
  readonly replays: number
  /** The events that come once, at the end. */
  readonly last: readonly Event[]
  /** Returns the status. */
  readonly deliver: (event: Event) => Promise<number>
}

export const deliveriesAtOnce = 16

/**
 * Delivers each order's events three times, shuffled and in parallel; then the repetitions, then
 * the last ones. Returns the sequence in which each order's events arrived.
 */
export async function deliverOutOfOrder<Event>(
  { inOrders, replayed, replays, last, deliver }: Deliveries<Event>,
  random: Random,
): Promise<{ delivered: number; refused: number; sequences: readonly (readonly Event[])[] }> {
  const counter = { delivered: 0, refused: 0 }
  const send = async (event: Event): Promise<void> => {
    const status = await deliver(event)
    counter.delivered += 1
    if (status < 200 || status > 299) counter.refused += 1
  }
  const sequences = inOrders.map((once) => ({
    events: random.shuffle([...once, ...once, ...once]),
    lanes: 1 + random.below(3),
  }))
  await inParallel(sequences, deliveriesAtOnce, ({ events, lanes }) =>
    inParallel(events, lanes, send),
  )
  const repeated = Array.from({ length: replays }, () => replayed).flat()
  await inParallel(random.shuffle(repeated), 2 * deliveriesAtOnce, send)
  await inParallel(random.shuffle(last), deliveriesAtOnce, send)
  return { ...counter, sequences: sequences.map(({ events }) => events) }
}

/** Whether one kind of event comes before another in a sequence. */
export function comesFirst(
  sequence: readonly { readonly type: string }[],
  of: RegExp,
  before: RegExp,
): boolean {
  const first = sequence.findIndex(({ type }) => of.test(type))
  return first >= 0 && first < sequence.findIndex(({ type }) => before.test(type))
}

/** How many events were stored, so they were believed. */
export async function countTraces({ services: { database } }: TestShop): Promise<number> {
  const events = await database.db.selectFrom('webhook_events').select('event_id').execute()
  return events.length
}
