import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '../server/db/database.ts'
import { describeOnEmbedded, describeOnPostgres, type DatabaseSuite } from '../test/database.ts'
import { startProduct, type RunningProduct } from '../test/product.ts'
import { createSandboxControl } from '../test/sandbox-control.ts'
import { buyUnderRandomKills, buyWithKill, killPoints } from './purchase-kills.ts'

/** Purchases during which the server really dies; a test file for each database, so that both run at once. */
export function describePurchaseKills(kind: 'embedded' | 'postgres'): void {
  const describeOnKind = kind === 'embedded' ? describeOnEmbedded : describeOnPostgres
  describeOnKind('a server killed in the middle of purchases', declareKills)
}

const declareKills: DatabaseSuite = (_openTestDatabase, createTestDatabase) => {
  let product: RunningProduct
  let location: DatabaseLocation
  const paidOrders: string[] = []

  beforeAll(async () => {
    await buildWebIfStale()
    location = await createTestDatabase()
    product = await startProduct(
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATA_DIR: location.directory },
    )
  }, 120_000)
  afterAll(() => product.stop())

  it.each(killPoints)('finishes a purchase when killed at: %s', async (killPoint) => {
    paidOrders.push(await buyWithKill(product, killPoint))
  })

  it('finishes all purchases when killed at random', async () => {
    paidOrders.push(...(await buyUnderRandomKills(product, { kills: 4, buyers: 4 })))
  }, 120_000)

  it('has delivered each of them once, and told the staff', async () => {
    const sandbox = createSandboxControl(product.sandboxOrigin)
    await expect
      .poll(async () => announcedOrders(await sandbox.readLog('discord')), {
        timeout: 200_000,
        interval: 500,
      })
      .toEqual(paidOrders.toSorted())
    await product.killServer()
    const { db, close } = await openDatabase(location, () => undefined)
    const purchases = await db.selectFrom('purchases').select('order_id').execute()
    const payments = await db.selectFrom('payments').select('order_id').execute()
    await close()
    expect(purchases.map((row) => row.order_id).toSorted()).toEqual(paidOrders.toSorted())
    expect(payments.map((row) => String(row.order_id)).toSorted()).toEqual(paidOrders.toSorted())
  }, 240_000)

  /** The paid orders that Discord was told of; one killed while telling may be told of twice. */
  function announcedOrders(log: readonly unknown[]): string[] {
    const told = log
      .map((entry) => JSON.stringify(entry).replaceAll('\\', ''))
      .filter((entry) => entry.includes('Commande payée'))
    return paidOrders.filter((orderId) => told.some((entry) => entry.includes(orderId))).toSorted()
  }
}
