import { note, reportExactly } from '#bench/report.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { syncOrder } from '#server/services/payments/order-payments.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import type { TestShop } from '#test/shop.ts'
import { onShops } from './on-databases.ts'
import { beginDonation, disablePayPalEvents } from './paypal-histories.ts'
import { createRandom, type Random } from '#test/random.ts'
import { defineStress } from './define-stress.ts'

const minute = 60_000
const latestMinutes = 5
const openingMinutes = 10
/** How long an order is new: an approval without an event is then found within five minutes. */
const earlyMinutes = 10
/** Like a real job, it runs a little after each minute has begun. */
const jobLatenessMilliseconds = 900

/** Donations are paid, no webhook ever comes and every buyer has closed their page (R6). */
export const lostPaypalWebhooks = defineStress(
  { donations: 500, minutes: 120, seed: Date.now() % 1_000_000 },
  (setting) =>
    onShops(async (shop) => {
      note(`seed ${setting('seed')}`)
      const figures = await loseWebhooks(shop, {
        donations: setting('donations'),
        minutes: setting('minutes'),
        seed: setting('seed'),
      })
      const { paid, delays, differences } = figures
      note(
        `${paid} donations paid within ${setting('minutes')} minutes, the latest settled after ${Math.max(...delays)}`,
      )
      for (const words of differences.slice(0, 10)) note(words)
      return [
        reportExactly('paid donations that were never settled', paid - delays.length),
        reportExactly(
          `donations settled later than after ${latestMinutes} minutes`,
          delays.filter((delay) => delay > latestMinutes).length,
        ),
        reportExactly('differences from PayPal’s own books', differences.length),
      ].every(Boolean)
    }),
)

async function loseWebhooks(
  shop: TestShop,
  { donations, minutes, seed }: { donations: number; minutes: number; seed: number },
) {
  await disablePayPalEvents(shop)
  const random = createRandom(seed)
  const plans = planDonations(donations, minutes, random)
  const { payments, delays } = await waitUntilSettled(shop, plans, minutes, random)
  const orderIds = payments.map(({ orderId }) => orderId)
  const differences = await findDifferencesInParts(shop, orderIds)
  return { paid: payments.length, delays, differences }
}

interface Payment {
  readonly orderId: string
  readonly paypalOrderId: string
  /** In which minute the buyer pays. */
  readonly minute: number
  /** Their page captured the payment, and only PayPal's answer was lost; otherwise the page is closed. */
  readonly isTaken: boolean
}

/**
 * In which minute a donation is opened and paid. A payment that the page reports may come at any
 * time; an approval without any report is only found within five minutes while its order is new.
 */
interface Plan extends Pick<Payment, 'minute' | 'isTaken'> {
  readonly opensAt: number
}

function planDonations(count: number, minutes: number, random: Random): Plan[] {
  return Array.from({ length: count }, () => {
    const isTaken = random.below(2) === 0
    const opensAt = random.below(isTaken ? openingMinutes : minutes - earlyMinutes)
    const delay = random.below(isTaken ? minutes - openingMinutes : earlyMinutes)
    return { opensAt, minute: opensAt + delay, isTaken }
  })
}

/**
 * Simulates minute after minute with one run of the job in each; returns after how many minutes
 * each was paid.
 */
async function waitUntilSettled(
  shop: TestShop,
  plans: readonly Plan[],
  minutes: number,
  random: Random,
): Promise<{ readonly payments: readonly Payment[]; readonly delays: number[] }> {
  const payments: Payment[] = []
  const settled = new Map<string, number>()
  for (let now = 0; now < minutes + 2 * latestMinutes; now += 1) {
    for (const plan of plans.filter(({ opensAt }) => opensAt === now)) {
      payments.push({ ...plan, ...(await beginDonation(shop, random)) })
    }
    await reconcileOrders(shop.services)
    for (const orderId of await readSettled(shop)) {
      if (!settled.has(orderId)) settled.set(orderId, now)
    }
    // The job has just run: a payment now waits longest.
    for (const payment of payments.filter(({ minute: paidAt }) => paidAt === now)) {
      await pay(shop, payment)
    }
    // As often a little early as a little late.
    shop.advanceClock(minute + (now % 2 === 0 ? 1 : -1) * jobLatenessMilliseconds)
  }
  const delays = payments.flatMap(({ orderId, minute: paidAt }) => {
    const at = settled.get(orderId)
    return at === undefined ? [] : [at - paidAt]
  })
  return { payments, delays }
}

async function pay(shop: TestShop, { orderId, paypalOrderId, isTaken }: Payment): Promise<void> {
  const { sandbox, services } = shop
  await sandbox.decide(paypalOrderId, 'pay')
  if (!isTaken) return
  await sandbox.fail({
    provider: 'paypal',
    kind: 'reset',
    path: `/v2/checkout/orders/${paypalOrderId}/capture`,
  })
  const order = await services.database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const outcome = await syncOrder(services, order)
  if (outcome !== 'unavailable') throw new Error(`the answer was not lost: ${outcome}`)
}

async function readSettled({ services }: TestShop): Promise<string[]> {
  const orders = await services.database.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'settled')
    .execute()
  return orders.map(({ id }) => id)
}
