import { note, reportExactly } from '../../bench/report.ts'
import { reconcileOrders } from '../../server/services/checkout/reconcile.ts'
import { findDifferencesInParts } from '../books.ts'
import { cleanUp } from '../cleanups.ts'
import { openShop, type TestShop } from '../shop.ts'
import { onDatabases } from './on-databases.ts'
import { beginDonation, silencePayPal } from './paypal-histories.ts'
import { capturePayPalOrder } from './paypal-money.ts'
import { createRandom, type Random } from './random.ts'
import { defineTorture } from './torture.ts'

const minute = 60_000
const latestMinutes = 5
/** Below the limit of orders that one network may open in a minute. */
const openedAMinute = 50
/** The job waits a little after each minute has begun, as it does in life. */
const jobLatenessMilliseconds = 900

/** Donations are paid, no webhook ever comes and every buyer has closed his page (R6). */
export const lostPaypalWebhooks = defineTorture(
  { donations: 500, minutes: 120, seed: Date.now() % 1_000_000 },
  (setting) =>
    onDatabases(async (location) => {
      note(`seed ${setting('seed')}`)
      const shop = await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' })
      const figures = await loseWebhooks(shop, {
        donations: setting('donations'),
        minutes: setting('minutes'),
        seed: setting('seed'),
      })
      await cleanUp()
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

export async function loseWebhooks(
  shop: TestShop,
  { donations, minutes, seed }: { donations: number; minutes: number; seed: number },
) {
  await silencePayPal(shop)
  const random = createRandom(seed)
  const payments = await beginDonations(shop, donations, minutes, random)
  const delays = await waitUntilSettled(shop, payments, minutes)
  const differences = await findDifferencesInParts(shop, [...payments.keys()])
  return { paid: payments.size, delays, differences }
}

interface Payment {
  readonly paypalOrderId: string
  /** In which minute the buyer pays. */
  readonly minute: number
  /** The money was taken, and only the answer was lost; else nobody has taken it yet. */
  readonly isTaken: boolean
}

/** By order. */
async function beginDonations(
  shop: TestShop,
  count: number,
  minutes: number,
  random: Random,
): Promise<Map<string, Payment>> {
  const payments = new Map<string, Payment>()
  while (payments.size < count) {
    const { orderId, paypalOrderId } = await beginDonation(shop, random)
    const plan = { minute: random.below(minutes), isTaken: random.below(2) === 0 }
    payments.set(orderId, { paypalOrderId, ...plan })
    if (payments.size % openedAMinute === 0) shop.advanceClock(minute)
  }
  return payments
}

/** Lives minute by minute, with the job once in each; answers after how many each was settled. */
async function waitUntilSettled(
  shop: TestShop,
  payments: ReadonlyMap<string, Payment>,
  minutes: number,
): Promise<number[]> {
  const settled = new Map<string, number>()
  for (let now = 0; now < minutes + 2 * latestMinutes; now += 1) {
    await reconcileOrders(shop.services)
    for (const orderId of await readSettled(shop)) {
      if (payments.has(orderId) && !settled.has(orderId)) settled.set(orderId, now)
    }
    // The job has just been there: nobody waits longer than whoever pays now.
    const due = [...payments.values()].filter((payment) => payment.minute === now)
    for (const payment of due) await pay(shop, payment)
    // As often a little early as a little late.
    shop.advanceClock(minute + (now % 2 === 0 ? 1 : -1) * jobLatenessMilliseconds)
  }
  return [...settled].map(([orderId, at]) => at - (payments.get(orderId)?.minute ?? 0))
}

async function pay({ sandbox }: TestShop, { paypalOrderId, isTaken }: Payment): Promise<void> {
  await sandbox.decide(paypalOrderId, 'pay')
  if (isTaken) await capturePayPalOrder(sandbox.origin, paypalOrderId)
}

async function readSettled({ services }: TestShop): Promise<string[]> {
  const orders = await services.database.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'settled')
    .execute()
  return orders.map(({ id }) => id)
}
