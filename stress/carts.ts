import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import { readRecords } from '#test/factories/checkout.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createRandom } from '#test/random.ts'
import { createSandboxControl, type SandboxControl } from '#test/sandbox-control.ts'
import { openShoppers, planCarts, type Cart, type Shoppers } from './carts/shoppers.ts'
import { behindProxy, databaseSettings, defineStress, onDatabases } from './define-stress.ts'
import { inParallel } from './calls.ts'
import { planBlows } from './blows.ts'

interface Settings {
  readonly carts: number
  /** kill -9 of the server and, where there is one, of Postgres, in turn. */
  readonly kills: number
  readonly seed: number
}

const cartsAtOnce = 8
/** Only against endless waiting: the job finds a payment that nobody reports within minutes. */
const longestWaitMs = 900_000

/**
 * Carts of two to five items are each paid at once, while the server and its database are killed,
 * webhooks are lost, repeated and early, single units are declined or held, answers are lost, and
 * other tabs pay for an item alone. In the end our records have to be PayPal's own.
 */
export const carts = defineStress({ carts: 200, kills: 30, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  const settings = { carts: setting('carts'), kills: setting('kills'), seed: setting('seed') }
  return onDatabases((location, postgres) => payCarts(settings, location, postgres))
})

async function payCarts(
  settings: Settings,
  location: DatabaseLocation,
  postgres: PostgresServer | null,
): Promise<boolean> {
  const random = createRandom(settings.seed)
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  const sandbox = createSandboxControl(product.sandboxOrigin)
  try {
    const shoppers = openShoppers(product, random)
    const blows = planBlows({ product, postgres, random }, settings.kills)
    const plans = planCarts(random, settings.carts)
    await Promise.all([
      inParallel(plans, cartsAtOnce, shoppers.pay),
      strikeAmid(blows, plans.length, shoppers),
    ])
    const unfinished = await untilFinished(shoppers)
    await product.stopServer()
    const found = await audit({ location, product, sandbox, carts: shoppers.carts })
    const items = shoppers.carts.flatMap(({ orderIds }) => orderIds).length
    const crashes = postgres ? Math.floor(settings.kills / 2) : 0
    note(
      `seed ${settings.seed}: ${plans.length} carts of ${items} items, ${settings.kills} kills, ${crashes} of them of Postgres`,
    )
    note([...shoppers.counts].map(([what, count]) => `${what} ${count}`).join(', '))
    note(`${found.captures} captures at PayPal, ${found.declined} of them declined`)
    for (const words of [...unfinished, ...found.wrong].slice(0, 10)) note(words)
    return [
      reportExactly('items whose state did not become known', unfinished.length),
      reportExactly('paid items lost', found.lost),
      reportExactly('items paid or delivered twice', found.doubled),
      reportExactly('differences from PayPal’s own books', found.wrong.length),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

/** Spreads the blows over the carts, so that each falls while people pay. */
async function strikeAmid(
  blows: readonly (() => Promise<number>)[],
  planned: number,
  { carts: paid }: Shoppers,
): Promise<void> {
  for (const [turn, strike] of blows.entries()) {
    const due = Math.floor((turn * planned) / (blows.length + 1))
    while (paid.length < due) await sleep(50)
    await strike()
  }
}

/**
 * Waits until each buyer sees an end of each order: of a cart whose buyer left, the job may take the
 * money, and PayPal hold it, only now. Returns those that have no end, in words.
 */
async function untilFinished(shoppers: Shoppers): Promise<string[]> {
  const end = performance.now() + longestWaitMs
  for (;;) {
    await shoppers.endReviews()
    const open = await shoppers.listOpen()
    if (open.length === 0 || performance.now() > end) return open
    await sleep(2000)
  }
}

interface Books {
  readonly location: DatabaseLocation
  readonly product: RunningProduct
  readonly sandbox: SandboxControl
  readonly carts: readonly Cart[]
}

/** Compares our records with PayPal's, once the server has stopped. */
async function audit({ location, product, sandbox, carts: all }: Books) {
  const database = await openDatabase(location, () => undefined)
  try {
    const shop = { origin: product.origin, sandbox, services: { database } }
    const orderIds = all.flatMap((cart) => cart.orderIds)
    const entries = await sandbox.readPayments()
    const taken = entries.filter(({ status }) => status !== 'DECLINED')
    const captures = Map.groupBy(taken, ({ customId }) => customId ?? '')
    const counts = { lost: 0, doubled: 0 }
    for (const orderId of orderIds) {
      const { order, payments, purchases } = await readRecords(shop, orderId)
      const paid = captures.get(orderId)?.length ?? 0
      const isHere = order.status === 'paid' && payments.length > 0 && purchases.length > 0
      if (paid > 0 && !isHere) counts.lost += 1
      if (Math.max(paid, payments.length, purchases.length) > 1) counts.doubled += 1
    }
    const unmatched = await database.db
      .selectFrom('payments')
      .select(['reference', 'unmatched_reason'])
      .where('order_id', 'is', null)
      .where('status', '<>', 'declined')
      .execute()
    return {
      ...counts,
      captures: entries.length,
      declined: entries.length - taken.length,
      wrong: [
        ...(await findDifferencesInParts(shop, orderIds)),
        ...unmatched.map((one) => `${one.reference} unmatched: ${one.unmatched_reason}`),
      ],
    }
  } finally {
    await database.close()
  }
}
