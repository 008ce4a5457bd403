import { setTimeout as sleep } from 'node:timers/promises'
import { median, note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { type DatabaseLocation, openDatabase } from '#server/db/database.ts'
import { checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { type RunningProduct, startProduct } from '#test/product.ts'
import { createRandom } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { killServer, strikeAtRandom } from './blows.ts'
import { createRetry, retry } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onDatabases } from './define-stress.ts'
import { auditLedger, reportVerdict, type Verdict } from './kr/audit.ts'
import { countChangedAnswers, setUpTraffic, startTraffic } from './kr/traffic.ts'

interface Settings {
  /** At random moments. */
  readonly kills: number
  readonly buyers: number
  readonly seed: number
}

/** The steps of a purchase at which the server is killed, one after the other. */
const killPoints = [
  'order opened',
  'PayPal order made',
  'buyer approved',
  'money taken, answer under way',
  'paid',
] as const
type KillPoint = (typeof killPoints)[number]

/** Only against endless waiting. */
const longestWaitSeconds = 300

/** Kills the server at every step of a purchase, then at random while buyers pay, and counts (R3). */
export const kills = defineStress({ kills: 100, buyers: 40, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  const settings = { kills: setting('kills'), buyers: setting('buyers'), seed: setting('seed') }
  return onDatabases((location) => killWhileTheyPay(location, settings))
})

async function killWhileTheyPay(location: DatabaseLocation, settings: Settings): Promise<boolean> {
  const product = await startProduct(databaseSettings(location))
  try {
    const orders: string[] = []
    for (const killPoint of killPoints) orders.push(await buyWithKill(product, killPoint))
    orders.push(...(await buyUnderRandomKills(product, settings)))
    const unannounced = await waitForMessages(product, orders)
    await product.killServer()
    const { db, close } = await openDatabase(location, () => undefined)
    const purchases = await db.selectFrom('purchases').select('order_id').execute()
    const payments = await db.selectFrom('payments').select('order_id').execute()
    await close()
    const delivered = purchases.map((row) => row.order_id)
    const paid = payments.map((row) => row.order_id)
    note(
      `seed ${settings.seed}: ${killPoints.length + settings.kills} kills, ${orders.length} paid orders`,
    )
    return [
      reportExactly('lost', countMissing(orders, delivered) + countMissing(orders, paid)),
      reportExactly('doubled', countRepeated(delivered) + countRepeated(paid)),
      reportExactly('payments not announced to the staff', unannounced),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

function countMissing(orders: readonly string[], among: readonly (string | null)[]): number {
  return orders.filter((order) => !among.includes(order)).length
}

function countRepeated(orders: readonly (string | null)[]): number {
  return orders.length - new Set(orders).size
}

/** One buyer who keeps trying, like a person with an open page, while their server dies once. */
async function buyWithKill(product: RunningProduct, killPoint: KillPoint): Promise<string> {
  const sandbox = createSandboxControl(product.sandboxOrigin)
  const buyer = createVisitor(product.origin)
  const body = checkoutBody()
  const dieAt = async (point: KillPoint): Promise<void> => {
    if (point === killPoint) await killServer(product)
  }
  const orderId = await openOrder(buyer, body)
  await dieAt('order opened')
  const paypalOrderId = await startPayment(buyer, await openOrder(buyer, body))
  await dieAt('PayPal order made')
  await sandbox.decide(await startPayment(buyer, orderId), 'pay')
  await dieAt('buyer approved')
  if (killPoint === 'money taken, answer under way') {
    await sandbox.fail({
      provider: 'paypal',
      kind: 'slow',
      path: `/v2/checkout/orders/${paypalOrderId}/capture`,
    })
    const lostAnswer = buyer.post(`/api/orders/${orderId}/capture`, {}).catch(() => null)
    await sleep(300)
    await killServer(product)
    await lostAnswer
  }
  await collect(buyer, orderId)
  await dieAt('paid')
  return orderId
}

/** Kills the server at random moments while buyers pay. Returns the orders they paid. */
async function buyUnderRandomKills(
  product: RunningProduct,
  { kills: count, buyers, seed }: Settings,
): Promise<string[]> {
  const random = createRandom(seed)
  const purchases = Array.from({ length: buyers }, () => buyStubbornly(product))
  await strikeAtRandom({ product, postgres: null, random }, count, 0)
  return Promise.all(purchases)
}

async function buyStubbornly(product: RunningProduct): Promise<string> {
  const sandbox = createSandboxControl(product.sandboxOrigin)
  const buyer = createVisitor(product.origin)
  // The cookie comes with the first answer; without it each try would come from a new buyer.
  await retry(() => buyer.get('/api/orders/none'))
  const body = checkoutBody()
  const orderId = await retry(() => openOrder(buyer, body))
  await sandbox.decide(await retry(() => startPayment(buyer, orderId)), 'pay')
  await collect(buyer, orderId)
  return orderId
}

function collect(buyer: Visitor, orderId: string): Promise<void> {
  return retry(async () => {
    const { body } = await buyer.post(`/api/orders/${orderId}/capture`, {})
    if (body['status'] !== 'paid') throw new Error(`not paid: ${JSON.stringify(body)}`)
  })
}

/** How many paid orders have no message to the staff in the end; a dying server may send one twice. */
async function waitForMessages(
  { sandboxOrigin }: RunningProduct,
  orders: readonly string[],
): Promise<number> {
  const sandbox = createSandboxControl(sandboxOrigin)
  for (let second = 0; ; second += 1) {
    const messages = (await sandbox.readLog('discord'))
      .map((entry) => JSON.stringify(entry).replaceAll('\\', ''))
      .filter((entry) => entry.includes('Commande payée'))
    const missing = orders.filter((order) => !messages.some((entry) => entry.includes(order)))
    if (missing.length === 0 || second === longestWaitSeconds) return missing.length
    await sleep(1000)
  }
}

interface KillSettings {
  /** kill -9 of the server. */
  readonly kills: number
  /** kill -9 of Postgres, where there is one. */
  readonly crashes: number
  readonly seed: number
}

interface KillFigures extends Verdict {
  /** Missing answers and 503s; each call was repeated. */
  readonly unclear: number
  readonly strange: readonly string[]
  /** Purchases that got a different answer when repeated in the end. */
  readonly changed: number
  /** From each kill or crash until the product answered. */
  readonly readyMilliseconds: readonly number[]
}

const crowd = { buyers: 8, admins: 2, payers: 4 }

/** Kills the server and crashes Postgres while Kr move in every way, and counts (R3). */
export const krKills = defineStress({ kills: 100, crashes: 20, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location, postgres) => {
    const settings = { kills: setting('kills'), crashes: setting('crashes'), seed: setting('seed') }
    const figures = await killWhileKrMove(location, postgres, settings)
    const { readyMilliseconds, unclear, strange, changed } = figures
    note(
      `seed ${settings.seed}: ${settings.kills} kills, ${postgres ? settings.crashes : 0} crashes of Postgres`,
    )
    note(
      `ready again by itself each time: median ${median(readyMilliseconds).toFixed(0)} ms, worst ${Math.max(...readyMilliseconds).toFixed(0)} ms`,
    )
    note(`${unclear} requests got no answer or "not now", and were repeated`)
    for (const words of strange.slice(0, 10)) note(words)
    return [
      reportExactly('answers that should not have been given', strange.length),
      reportExactly('answers that changed when repeated', changed),
      reportVerdict(figures),
    ].every(Boolean)
  })
})

async function killWhileKrMove(
  location: DatabaseLocation,
  postgres: PostgresServer | null,
  { kills: count, crashes, seed }: KillSettings,
): Promise<KillFigures> {
  const random = createRandom(seed)
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  let unclear = 0
  try {
    const retryCall = createRetry(() => (unclear += 1))
    const setup = await setUpTraffic(product, random, retryCall)
    const traffic = startTraffic(setup, crowd)
    const readyMilliseconds = await strikeAtRandom({ product, postgres, random }, count, crashes)
    await traffic.stop()
    const changed = await countChangedAnswers(setup)
    await product.killServer()
    const verdict = await auditLedger(location, setup.movements)
    return { ...verdict, unclear, strange: setup.strange, changed, readyMilliseconds }
  } finally {
    await product.stop()
  }
}
