import { randomUUID } from 'node:crypto'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { insertPackOrder, openPack, packOf } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'
import { reportLooks } from './look-again.ts'
import { defineStress, onShops } from './define-stress.ts'
import { auditPacks, disableStripeEvents } from './pack-histories.ts'
import { createRandom, type Random } from '#test/random.ts'
import { note, reportExactly } from '#bench/report.ts'

const minute = 60_000
const latestMinutes = 5
/** Below the limit of checkouts that one network may open in a minute. */
const openedAMinute = 50

/**
 * Packs are paid, no webhook ever comes and nobody opens the success page (R6). Then many that were
 * paid before come due, some of them refunded or disputed without a word (R23).
 */
export const lostStripeWebhooks = defineStress(
  { packs: 500, minutes: 120, paid: 20_000, back: 400, seed: Date.now() % 1_000_000 },
  (setting) =>
    onShops(async (shop) => {
      note(`seed ${setting('seed')}`)
      await disableStripeEvents(shop)
      const random = createRandom(setting('seed'))
      const paidAt = await openPacks(shop, setting('packs'), setting('minutes'), random)
      const delays = await waitForCredits(shop, paidAt, setting('minutes'))
      const { wrong, doubled, unbalanced } = await auditPacks(shop, new Set(paidAt.keys()))
      note(
        `${paidAt.size} packs paid within ${setting('minutes')} minutes, the latest credited after ${Math.max(...delays)}`,
      )
      return [
        reportExactly('paid packs that were never credited', paidAt.size - delays.length),
        reportExactly(
          `packs credited later than after ${latestMinutes} minutes`,
          delays.filter((delay) => delay > latestMinutes).length,
        ),
        reportExactly('packs with wrong Kr', wrong.length),
        reportExactly('packs credited twice', doubled),
        reportExactly('balances that are not the sum of their rows', unbalanced),
        await lookAgain(shop, setting('paid'), setting('back'), random),
      ].every(Boolean)
    }),
)

/** Opens the packs, and returns in which minute each of them will be paid. */
async function openPacks(
  shop: TestShop,
  count: number,
  minutes: number,
  random: Random,
): Promise<Map<string, number>> {
  const paidAt = new Map<string, number>()
  while (paidAt.size < count) {
    const { sessionId } = await openPack(shop)
    paidAt.set(sessionId, random.below(minutes))
    if (paidAt.size % openedAMinute === 0) shop.advanceClock(minute)
  }
  return paidAt
}

/**
 * Simulates minute after minute with one run of the job in each; returns after how many minutes
 * each pack was credited.
 */
async function waitForCredits(
  shop: TestShop,
  paidAt: ReadonlyMap<string, number>,
  minutes: number,
): Promise<number[]> {
  const { services, sandbox } = shop
  const credited = new Map<string, number>()
  for (let now = 0; now < minutes + 2 * latestMinutes; now += 1) {
    await reconcilePacks(services)
    const paid = await services.database.db
      .selectFrom('krypto_orders')
      .select('session_id')
      .where('paid_at', 'is not', null)
      .execute()
    for (const { session_id: sessionId } of paid) {
      if (sessionId !== null && !credited.has(sessionId)) credited.set(sessionId, now)
    }
    // The job has just run: a payment now waits longest.
    for (const [sessionId, at] of paidAt) {
      if (at === now) await sandbox.stripe.decide(sessionId, 'pay')
    }
    shop.advanceClock(minute)
  }
  return [...credited].map(([sessionId, at]) => at - (paidAt.get(sessionId) ?? 0))
}

/** Fewer than the connections of a pool, so that a busy machine only makes it slower. */
const atOnce = 5

/** Packs were all paid now; the money of some of them goes back. */
async function lookAgain(
  shop: TestShop,
  paid: number,
  back: number,
  random: Random,
): Promise<boolean> {
  await shop.stopJobs()
  const sessions = new Map<string, string>()
  const ids = Array.from({ length: paid }, () => randomUUID())
  await inParallel(ids, atOnce, async (id) => {
    sessions.set(id, await payPack(shop, id))
  })
  const chosen = random.shuffle([...sessions]).slice(0, back)
  const disputed: string[] = []
  await inParallel(chosen, atOnce, async ([orderId, sessionId]) => {
    const turn = random.below(4)
    if (turn < 2) await shop.sandbox.stripe.refund(sessionId, turn === 0 ? undefined : 300)
    else {
      disputed.push(orderId)
      await shop.sandbox.stripe.dispute(sessionId, 'open')
      if (turn === 3) await shop.sandbox.stripe.dispute(sessionId, 'lost')
    }
  })
  return reportLooks(shop, {
    table: 'krypto_orders',
    disputed,
    reconcile: () => reconcilePacks(shop.services),
    findDifferent: () => findDifferent(shop),
    payNewly: async () => {
      const { orderId, sessionId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      return orderId
    },
  })
}

async function payPack({ services, sandbox }: TestShop, orderId: string): Promise<string> {
  const { stripe, database } = services
  const opened = await stripe.openSession({
    orderId,
    attempt: 1,
    name: '1000 Kr',
    amountCents: packOf(1000).priceCents,
    currency: 'USD',
    language: 'fr',
    successUrl: 'https://shop.example/',
    cancelUrl: 'https://shop.example/',
  })
  if (opened.outcome !== 'opened') throw new Error(opened.detail)
  const { sessionId } = opened.session
  await insertPackOrder(database, {
    id: orderId,
    session_id: sessionId,
    created_at: services.clock(),
  })
  await sandbox.stripe.decide(sessionId, 'pay')
  await syncPack(services, orderId)
  return sessionId
}

/** The packs whose money differs from Stripe's books. */
async function findDifferent({ services, sandbox }: TestShop): Promise<string[]> {
  const packs = await services.database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id', 'status', 'refunded_cents', 'disputed_cents'])
    .where('paid_at', 'is not', null)
    .execute()
  const entries = await sandbox.stripe.readPayments()
  const books = new Map(entries.map((entry) => [entry.sessionId, entry]))
  const differs = packs.filter((pack) => {
    const book = books.get(pack.session_id ?? '')
    return (
      !book ||
      (pack.status === 'disputed') !== book.openDisputes > 0 ||
      pack.refunded_cents !== book.refundedCents ||
      pack.disputed_cents !== book.disputedCents
    )
  })
  return differs.map(({ id }) => id)
}
