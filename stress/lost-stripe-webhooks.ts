import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { openPack } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { onShops } from './on-databases.ts'
import { auditPacks } from './pack-audit.ts'
import { disableStripeEvents } from './pack-histories.ts'
import { createRandom, type Random } from '#test/random.ts'
import { note, reportExactly } from '#bench/report.ts'
import { defineStress } from './define-stress.ts'

const minute = 60_000
const latestMinutes = 5
/** Below the limit of checkouts that one network may open in a minute. */
const openedAMinute = 50

/** Packs are paid, no webhook ever comes and nobody opens the success page (R6). */
export const lostStripeWebhooks = defineStress(
  { packs: 500, minutes: 120, seed: Date.now() % 1_000_000 },
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
