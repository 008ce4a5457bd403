import { randomUUID } from 'node:crypto'
import { note, reportExactly } from '#bench/report.ts'
import { cents } from '#domain/money.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { syncOrders } from '#server/services/payments/order-payments.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import { insertOrder, insertPayment } from '#test/factories/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'
import { reportLooks } from './look-again.ts'
import { defineStress, onShops } from './define-stress.ts'
import { beginDonation, disablePayPalEvents } from './paypal-histories.ts'
import { createRandom, type Random } from '#test/random.ts'

const minute = 60_000
const latestMinutes = 5
const openingMinutes = 10
/** How long an order is new: an approval without an event is then found within five minutes. */
const earlyMinutes = 10
/** Like a real job, it runs a little after each minute has begun. */
const jobLatenessMilliseconds = 900

/**
 * Donations are paid, no webhook ever comes and every buyer has closed their page (R6). Then many
 * that were paid before come due, some of them refunded or disputed without a word (R23).
 */
export const lostPaypalWebhooks = defineStress(
  { donations: 500, minutes: 120, paid: 20_000, back: 400, seed: Date.now() % 1_000_000 },
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
        await lookAgain(shop, setting('paid'), setting('back'), createRandom(setting('seed'))),
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
  const outcome = (await syncOrders(services, [order])).get(order.id)
  if (outcome !== 'unavailable') throw new Error(`the answer was not lost: ${outcome}`)
}

async function readSettled({ services }: TestShop): Promise<string[]> {
  const orders = await services.database.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'paid')
    .execute()
  return orders.map(({ id }) => id)
}

/** Fewer than the connections of a pool, so that a busy machine only makes it slower. */
const atOnce = 5
const priceCents = cents(2500)

/** PayPal orders for one to ten orders were all paid now; the money of some of them goes back. */
async function lookAgain(
  shop: TestShop,
  paid: number,
  back: number,
  random: Random,
): Promise<boolean> {
  await shop.stopJobs()
  const carts: string[][] = []
  for (let left = paid; left > 0;) {
    const size = Math.min(left, 1 + random.below(10))
    carts.push(Array.from({ length: size }, () => randomUUID()))
    left -= size
  }
  const captures = new Map<string, string>()
  await inParallel(carts, atOnce, (orderIds) => payCart(shop, orderIds, captures))
  const chosen = random.shuffle([...captures]).slice(0, back)
  const disputed: string[] = []
  await inParallel(chosen, atOnce, async ([orderId, captureId]) => {
    const turn = random.below(4)
    if (turn < 2) return shop.sandbox.refund(captureId, turn === 0 ? undefined : 700)
    disputed.push(orderId)
    await shop.sandbox.dispute(captureId, turn === 2 ? 'open' : 'lost')
  })
  return reportLooks(shop, {
    table: 'orders',
    disputed,
    reconcile: () => reconcileOrders(shop.services),
    findDifferent: () => findDifferent(shop),
    payNewly: async () => {
      const { orderId, paypalOrderId } = await beginDonation(shop, random)
      await shop.sandbox.decide(paypalOrderId, 'pay')
      return orderId
    },
  })
}

async function payCart(
  { services, sandbox }: TestShop,
  orderIds: readonly string[],
  captures: Map<string, string>,
): Promise<void> {
  const { paypal, database, clock } = services
  const unit = { attempt: 1, amountCents: priceCents, currency: 'EUR', description: 'paid' }
  const created = await paypal.createOrder(orderIds.map((orderId) => ({ orderId, ...unit })))
  if (created.outcome !== 'created') throw new Error(created.detail)
  const { providerOrderId: reference } = created
  await sandbox.decide(reference, 'pay')
  const collected = await paypal.collect(reference, () => Promise.resolve(true))
  if (collected.outcome !== 'payments') throw new Error(collected.outcome)
  for (const payment of collected.payments) {
    captures.set(payment.orderId ?? '', payment.reference)
  }
  const now = clock()
  await database.transaction(async (trx) => {
    for (const id of orderIds) {
      await insertOrder({ db: trx }, { id, status: 'paid', paid_at: now })
      const paidBy = { reference: captures.get(id) ?? '', order_id: id }
      await insertPayment({ db: trx }, paidBy)
    }
    const shared = { provider: 'paypal', reference, attempt: 1 } as const
    await trx
      .insertInto('provider_orders')
      .values(orderIds.map((order_id) => ({ ...shared, order_id })))
      .execute()
  })
}

/** The orders whose status or money differs from PayPal's books. */
async function findDifferent({ services, sandbox }: TestShop): Promise<string[]> {
  const orders = await services.database.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'payments.refunded_cents'])
    .execute()
  const entries = await sandbox.readPayments()
  const books = new Map(entries.map((entry) => [entry.customId, entry]))
  const differs = orders.filter(({ id, status, refunded_cents: refunded }) => {
    const { backCents = 0, openDisputes = 0, amountCents = 0 } = books.get(id) ?? {}
    const expected = backCents === amountCents ? 'refunded' : openDisputes > 0 ? 'disputed' : 'paid'
    return status !== expected || refunded !== backCents
  })
  return differs.map(({ id }) => id)
}
