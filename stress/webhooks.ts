import { note, reportExactly } from '#bench/report.ts'
import { createRandom, someAddress, type Random } from '#test/random.ts'
import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'
import { defineStress, onShops, type StressRun } from './define-stress.ts'
import { paypal } from './webhooks/paypal.ts'
import { stripe } from './webhooks/stripe.ts'

/** What was bought, by its id here and at the provider. */
export interface Bought {
  readonly id: string
  readonly reference: string
}

/** An event as the provider would send it, byte by byte. */
export interface ProviderEvent {
  readonly type: string
  /** The `id` of what was bought. */
  readonly bought: string
  readonly body: string
}

export interface Transmission {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Forger<Event> {
  /** Ways to make the product believe an event that the provider did not send, or not to us, or not now. */
  readonly ways: Readonly<Record<string, (event: Event) => Transmission>>
  readonly stop: () => Promise<void>
  /** Reports what else the forgeries caused. */
  readonly report: () => boolean
}

export interface WebhookProvider<Event extends ProviderEvent> {
  readonly path: string
  /** What is bought there, in the plural. */
  readonly what: string
  readonly numberOfHistories: number
  readonly isPayment: RegExp
  readonly isRefundOrDispute: RegExp
  readonly disableEvents: (shop: TestShop) => Promise<void>
  /** Buys with every possible history, in turn; the product knows none of them. */
  readonly buy: (shop: TestShop, count: number, random: Random) => Promise<readonly Bought[]>
  /** All events of what was bought, by its id. */
  readonly readEvents: (
    shop: TestShop,
    bought: readonly Bought[],
  ) => Promise<ReadonlyMap<string, readonly Event[]>>
  readonly transmit: (event: Event) => Transmission
  readonly startForger: (shop: TestShop) => Promise<Forger<Event>>
  /** The statuses by which the product does not believe an event. */
  readonly refusals: readonly number[]
  /** Compares with the provider's own books; `early` had their refund or dispute before their payment. */
  readonly audit: (
    shop: TestShop,
    bought: readonly Bought[],
    early: readonly string[],
  ) => Promise<boolean>
}

/** Webhooks repeated, in every order, and forged (R5). */
export const paypalWebhooks = webhookRun(paypal)
export const stripeWebhooks = webhookRun(stripe)

const deliveriesAtOnce = 16

/** `replays` is how often each event is repeated, for one order of each history. */
function webhookRun<Event extends ProviderEvent>(provider: WebhookProvider<Event>): StressRun {
  const amounts = {
    orders: 1000,
    replays: 1000,
    forgeries: 10_000,
    seed: Date.now() % 1_000_000,
  }
  return defineStress(amounts, (setting) =>
    onShops(async (shop) => {
      note(`seed ${setting('seed')}`)
      const random = createRandom(setting('seed'))
      await provider.disableEvents(shop)
      const inOrders = await provider.buy(shop, setting('orders'), random)
      const eachHistory = (amount: number) => (amount === 0 ? 0 : provider.numberOfHistories)
      const replayed = await provider.buy(shop, eachHistory(setting('replays')), random)
      const forged = await provider.buy(shop, eachHistory(setting('forgeries')), random)
      const all = [...inOrders, ...replayed, ...forged]
      const events = await provider.readEvents(shop, all)
      const eventsOf = (bought: readonly Bought[]) =>
        bought.flatMap(({ id }) => events.get(id) ?? [])

      const reportForgeries = await forge(
        shop,
        provider,
        eventsOf(forged),
        setting('forgeries'),
        random,
      )
      const { delivered, refused, early } = await deliverOutOfOrder(
        shop,
        provider,
        {
          inOrders: inOrders.map((bought) => eventsOf([bought])),
          repeated: Array.from({ length: setting('replays') }, () => eventsOf(replayed)).flat(),
          once: eventsOf(forged),
        },
        random,
      )
      const { what } = provider
      note(
        `${all.length} ${what}, ${delivered} deliveries, ${setting('forgeries')} forgeries; the refund or dispute of ${early.length} ${what} came before their payment`,
      )
      return [
        reportExactly('deliveries refused', refused),
        await provider.audit(shop, all, early),
        reportForgeries(),
      ].every(Boolean)
    }),
  )
}

interface Deliveries<Event> {
  /** The events of each order. */
  readonly inOrders: readonly (readonly Event[])[]
  readonly repeated: readonly Event[]
  readonly once: readonly Event[]
}

/**
 * Delivers each order's events three times, shuffled and in parallel; then the repetitions, then
 * those that come once. `early` had their refund or dispute before their payment.
 */
async function deliverOutOfOrder<Event extends ProviderEvent>(
  shop: TestShop,
  provider: WebhookProvider<Event>,
  { inOrders, repeated, once }: Deliveries<Event>,
  random: Random,
): Promise<{ delivered: number; refused: number; early: readonly string[] }> {
  const counter = { delivered: 0, refused: 0 }
  const send = async (event: Event): Promise<void> => {
    const status = await deliver(shop, provider, provider.transmit(event))
    counter.delivered += 1
    if (status < 200 || status > 299) counter.refused += 1
  }
  const sequences = inOrders.map((own) => ({
    events: random.shuffle([...own, ...own, ...own]),
    lanes: 1 + random.below(3),
  }))
  await inParallel(sequences, deliveriesAtOnce, ({ events, lanes }) =>
    inParallel(events, lanes, send),
  )
  await inParallel(random.shuffle(repeated), 2 * deliveriesAtOnce, send)
  await inParallel(random.shuffle(once), deliveriesAtOnce, send)
  const early = sequences
    .map(({ events }) => events)
    .filter((events) => comesFirst(events, provider.isRefundOrDispute, provider.isPayment))
    .flatMap((events) => events.slice(0, 1).map(({ bought }) => bought))
  return { ...counter, early }
}

/** Whether one kind of event comes before another in a sequence. */
function comesFirst(sequence: readonly ProviderEvent[], of: RegExp, before: RegExp): boolean {
  const first = sequence.findIndex(({ type }) => of.test(type))
  return first >= 0 && first < sequence.findIndex(({ type }) => before.test(type))
}

async function forge<Event extends ProviderEvent>(
  shop: TestShop,
  provider: WebhookProvider<Event>,
  events: readonly Event[],
  count: number,
  random: Random,
): Promise<() => boolean> {
  const before = await countTraces(shop)
  const forger = await provider.startForger(shop)
  const ways = Object.entries(forger.ways)
  const plans = Array.from({ length: count }, (_, turn) => ({
    way: ways[turn % ways.length] ?? random.pick(ways),
    event: random.pick(events),
    address: someAddress(random),
  }))
  const accepted: string[] = []
  await inParallel(plans, deliveriesAtOnce, async ({ way: [name, write], event, address }) => {
    const { body, headers } = write(event)
    const forgery = { body, headers: { ...headers, 'x-forwarded-for': address } }
    const status = await deliver(shop, provider, forgery)
    if (!provider.refusals.includes(status)) accepted.push(`${name}: ${status}`)
  })
  await forger.stop()
  const traces = (await countTraces(shop)) - before
  return () => {
    for (const words of accepted.slice(0, 10)) note(words)
    return [
      reportExactly('forgeries accepted', accepted.length),
      reportExactly('forgeries that left a trace', traces),
      forger.report(),
    ].every(Boolean)
  }
}

/** Returns the product's status. */
async function deliver(
  { origin }: TestShop,
  { path }: { readonly path: string },
  { body, headers }: Transmission,
): Promise<number> {
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body })
  await response.body?.cancel()
  return response.status
}

/** How many events were stored, so they were believed. */
async function countTraces({ services: { database } }: TestShop): Promise<number> {
  const events = await database.db.selectFrom('webhook_events').select('event_id').execute()
  return events.length
}
