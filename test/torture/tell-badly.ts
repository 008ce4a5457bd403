import type { TestShop } from '../shop.ts'
import { inParallel } from './in-parallel.ts'
import type { Random } from './random.ts'

/** How much a provider's webhooks are tortured. */
export interface WebhookAmounts {
  /** Each with its events in an order of its own. */
  readonly orders: number
  /** How often each event comes of an order of each history. */
  readonly replays: number
  readonly forgeries: number
  readonly seed: number
}

export interface Telling<Event> {
  /** Of each order, what happened to it. */
  readonly inOrders: readonly (readonly Event[])[]
  readonly replayed: readonly Event[]
  readonly replays: number
  /** What comes once, in the end. */
  readonly last: readonly Event[]
  /** Answers the status. */
  readonly deliver: (event: Event) => Promise<number>
}

export const deliveriesAtOnce = 16

/**
 * Tells all as badly as it can be told: each order thrice, shuffled and in lanes; then the replays.
 * Answers the sequence that each order was told in.
 */
export async function tellBadly<Event>(
  { inOrders, replayed, replays, last, deliver }: Telling<Event>,
  random: Random,
): Promise<{ delivered: number; refused: number; sequences: readonly (readonly Event[])[] }> {
  const counter = { delivered: 0, refused: 0 }
  const tell = async (event: Event): Promise<void> => {
    const status = await deliver(event)
    counter.delivered += 1
    if (status < 200 || status > 299) counter.refused += 1
  }
  const sequences = inOrders.map((once) => ({
    events: random.shuffle([...once, ...once, ...once]),
    lanes: 1 + random.below(3),
  }))
  await inParallel(sequences, deliveriesAtOnce, ({ events, lanes }) =>
    inParallel(events, lanes, tell),
  )
  const repeated = Array.from({ length: replays }, () => replayed).flat()
  await inParallel(random.shuffle(repeated), 2 * deliveriesAtOnce, tell)
  await inParallel(random.shuffle(last), deliveriesAtOnce, tell)
  return { ...counter, sequences: sequences.map(({ events }) => events) }
}

/** Whether a sequence tells of one kind of event before it tells of another. */
export function tellsFirst(
  sequence: readonly { readonly type: string }[],
  of: RegExp,
  before: RegExp,
): boolean {
  const first = sequence.findIndex(({ type }) => of.test(type))
  return first >= 0 && first < sequence.findIndex(({ type }) => before.test(type))
}

/** How many events have left a trace: those that were believed. */
export async function countTraces({ services: { database } }: TestShop): Promise<number> {
  const events = await database.db.selectFrom('webhook_events').select('event_id').execute()
  return events.length
}
