import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import type { Services } from '#server/services/context.ts'
import { cents } from '#domain/money.ts'
import { insertPackOrder, newSteamId, openPack, packOf } from '#test/factories/packs.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'
import { defineStress, onShops } from './define-stress.ts'
import { disableStripeEvents } from './pack-histories.ts'
import { beginDonation, disablePayPalEvents } from './paypal-histories.ts'
import { createRandom, type Random } from '#test/random.ts'

const minute = 60_000
const hour = 60 * minute
/** How long each answer of a provider takes. */
const answerMilliseconds = 250
/** As many as one network may have open. */
const abandonedOfNetwork = 100
/**
 * The job finds an approval within five minutes, without any event, when it comes this soon after
 * the order.
 */
const approvalMinutes = 10
const longestWaitSeconds = 300
/** Some payers come in the first minutes of the flood, some in its middle. */
const payingMinutes = 8
const longestDelayMilliseconds = 5000
const atOnce = 20

/**
 * Thousands of checkouts are abandoned at the worst moment: the donations have just been opened, and the
 * packs all expire at once. Meanwhile others pay, no webhook comes and no page is open (R6).
 */
export const abandonedCheckouts = defineStress(
  { abandoned: 20_000, payers: 40, seed: Date.now() % 1_000_000 },
  (setting) =>
    onShops(async (shop) => {
      note(
        `seed ${setting('seed')}, ${setting('abandoned')} of each kind abandoned, each answer of a provider takes ${answerMilliseconds} ms`,
      )
      const random = createRandom(setting('seed'))
      const waits = await payAmongAbandoned(shop, random, {
        abandoned: setting('abandoned'),
        payers: setting('payers'),
      })
      const calls = await countCallsOfADay(shop, random)
      return [
        ...reportWaits('donation', waits.donations),
        ...reportWaits('pack', waits.packs),
        reportAtMost('questions to PayPal about an abandoned donation in a day', calls.donation, 7),
        reportAtMost('questions to Stripe about an abandoned pack in a day', calls.pack, 1),
      ].every(Boolean)
    }),
)

interface Flood {
  /** Of each kind, as the payers are. */
  readonly abandoned: number
  readonly payers: number
}

/** Returns how many seconds each payer waited for their purchase; null when it was not found. */
async function payAmongAbandoned(shop: TestShop, random: Random, { abandoned, payers }: Flood) {
  // The test runs the jobs itself, each for as long as it takes.
  await sql`delete from jobs.schedule`.execute(shop.services.database.db)
  await disablePayPalEvents(shop)
  await disableStripeEvents(shop)
  await abandonDonations(shop, abandoned)
  await abandonPacks(shop, abandoned)
  const slow = { kind: 'slow', delayMs: answerMilliseconds, times: 1_000_000 }
  await shop.sandbox.fail({ ...slow, provider: 'paypal' })
  await shop.sandbox.fail({ ...slow, provider: 'stripe' })
  return payMeanwhile(shop, payers, random)
}

function reportWaits(what: string, waitsSeconds: readonly (number | null)[]): boolean[] {
  const found = waitsSeconds.filter((wait) => wait !== null)
  return [
    reportExactly(`paid ${what}s that were not found`, waitsSeconds.length - found.length),
    reportAtMost(`longest wait of a paid ${what}`, Math.max(...found), longestWaitSeconds, 's'),
  ]
}

/** Each is due for its first check within the next minutes. */
async function abandonDonations({ services }: TestShop, count: number): Promise<void> {
  const { database, paypal, clock } = services
  await inParallel(numbers(count), atOnce, async (index) => {
    const now = clock().getTime()
    const orderId = await insertOrder(database, {
      steam_id: newSteamId(),
      networks: [`donors ${Math.floor(index / abandonedOfNetwork)}`],
      opened_at: new Date(now - (index % 4) * minute),
      next_check_at: new Date(now + (4 - (index % 4)) * minute),
    })
    const created = await paypal.createOrder([
      {
        orderId,
        attempt: 1,
        amountCents: cents(2500),
        currency: 'EUR',
        description: 'abandoned',
      },
    ])
    if (created.outcome !== 'created') throw new Error(created.detail)
    await database.db
      .insertInto('provider_orders')
      .values({
        provider: 'paypal',
        reference: created.providerOrderId,
        order_id: orderId,
        attempt: 1,
        payee: created.payee,
      })
      .execute()
  })
}

/** They expire within the next minutes. */
async function abandonPacks({ services }: TestShop, count: number): Promise<void> {
  const { database, stripe, clock } = services
  await inParallel(numbers(count), atOnce, async (index) => {
    const opened = await stripe.openSession({
      orderId: randomUUID(),
      attempt: 1,
      name: '1000 Kr',
      amountCents: packOf(1000).priceCents,
      currency: 'USD',
      language: 'fr',
      successUrl: 'https://shop.example/',
      cancelUrl: 'https://shop.example/',
    })
    if (opened.outcome !== 'opened') throw new Error(opened.detail)
    const now = clock().getTime()
    await insertPackOrder(database, {
      session_id: opened.session.sessionId,
      networks: [`buyers ${Math.floor(index / abandonedOfNetwork)}`],
      created_at: new Date(now - 3 * hour + (index % 3) * minute),
      next_check_at: new Date(now + (index % 3) * minute),
    })
  })
}

interface Payer {
  /** The minutes in which they open their checkout, and pay. */
  readonly opensAt: number
  readonly paysAt: number
  orderId: string
  reference: string
  paid: Date | null
}

/**
 * Simulates minute after minute with one run of the jobs in each: the jobs take their time, and the
 * clock advances by the rest of the minute. Returns how many seconds each payer waited.
 */
async function payMeanwhile(shop: TestShop, count: number, random: Random) {
  const plan = (): Payer[] =>
    numbers(count).map(() => {
      const opensAt = random.below(payingMinutes)
      const paysAt = opensAt + random.below(approvalMinutes)
      return { opensAt, paysAt, orderId: '', reference: '', paid: null }
    })
  const [donors, buyers] = [plan(), plan()]
  const last = payingMinutes + approvalMinutes + longestWaitSeconds / 60
  for (let now = 0; now <= last; now += 1) {
    for (const donor of donors.filter(({ opensAt }) => opensAt === now)) {
      const { orderId, paypalOrderId } = await beginDonation(shop, random)
      Object.assign(donor, { orderId, reference: paypalOrderId })
    }
    for (const buyer of buyers.filter(({ opensAt }) => opensAt === now)) {
      const { orderId, sessionId } = await openPack(shop)
      Object.assign(buyer, { orderId, reference: sessionId })
    }
    const startedAt = performance.now()
    await Promise.all([
      reconcileOrders(shop.services),
      reconcilePacks(shop.services),
      ...[...donors, ...buyers]
        .filter(({ paysAt }) => paysAt === now)
        .map((payer) => pay(shop, payer, random.below(longestDelayMilliseconds))),
    ])
    shop.advanceClock(Math.max(0, minute - (performance.now() - startedAt)))
  }
  return {
    donations: await readWaits(shop, 'orders', donors),
    packs: await readWaits(shop, 'krypto_orders', buyers),
  }
}

/** Pays while the jobs run, mostly just after their check: the longest possible wait. */
async function pay(
  { sandbox, services }: TestShop,
  payer: Payer,
  delayMilliseconds: number,
): Promise<void> {
  await sleep(delayMilliseconds)
  if (payer.reference.startsWith('cs_')) await sandbox.stripe.decide(payer.reference, 'pay')
  else await sandbox.decide(payer.reference, 'pay')
  payer.paid = services.clock()
}

/** Seconds from the payment to our record of it; null without a record. */
async function readWaits(
  { services }: TestShop,
  table: 'orders' | 'krypto_orders',
  payers: readonly Payer[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: string; paid_at: Date | null }>`
    select id, paid_at from ${sql.table(table)}
    where id = any(${payers.map(({ orderId }) => orderId)}::uuid[])`.execute(services.database.db)
  return payers.map(({ orderId, paid }) => {
    const found = rows.find(({ id }) => id === orderId)?.paid_at
    return found && paid ? (found.getTime() - paid.getTime()) / 1000 : null
  })
}

/** How often the jobs check one checkout that nobody pays, over a whole day. */
async function countCallsOfADay(shop: TestShop, random: Random) {
  const { database } = shop.services
  await shop.sandbox.clearFaults()
  await disablePayPalEvents(shop)
  await disableStripeEvents(shop)
  await database.db.updateTable('orders').set({ next_check_at: null }).execute()
  await database.db.updateTable('krypto_orders').set({ next_check_at: null }).execute()
  const donation = await beginDonation(shop, random)
  const pack = await openPack(shop)
  const called: string[] = []
  const services = recordCalls(shop.services, called)
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    shop.advanceClock(minute)
    await Promise.all([reconcileOrders(services), reconcilePacks(services)])
  }
  const count = (reference: string) => called.filter((known) => known === reference).length
  return { donation: count(donation.paypalOrderId), pack: count(pack.sessionId) }
}

/** The same services, recording the calls to providers. */
function recordCalls(services: Services, called: string[]): Services {
  const { paypal, stripe } = services
  return {
    ...services,
    paypal: {
      ...paypal,
      collect: (reference, mayCapture) => {
        called.push(reference)
        return paypal.collect(reference, mayCapture)
      },
    },
    stripe: {
      ...stripe,
      fetchPayment: (sessionId) => {
        called.push(sessionId)
        return stripe.fetchPayment(sessionId)
      },
      endSession: (sessionId) => {
        called.push(sessionId)
        return stripe.endSession(sessionId)
      },
    },
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
