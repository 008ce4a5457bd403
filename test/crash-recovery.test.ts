import { expect, it } from 'vitest'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase } from '#server/db/database.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnEachDatabase } from './database.ts'
import { openOrder, startPayment } from './factories/checkout.ts'
import { startProduct } from './product.ts'
import { createSandboxControl } from './sandbox-control.ts'
import { createVisitor } from './visitor.ts'

// `npm run stress -- kills kr-kills process-kills` kills at every step and at random, hundreds of times.
describeOnEachDatabase('a server killed in the middle of a purchase', (_, createTestDatabase) => {
  it('delivers it once after a restart', async () => {
    await buildWebIfStale()
    const location = await createTestDatabase()
    const product = await startProduct(
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATA_DIR: location.directory },
    )
    cleanUpLater(() => product.stop())
    const sandbox = createSandboxControl(product.sandboxOrigin)
    const buyer = createVisitor(product.origin)
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startPayment(buyer, orderId)
    const capturing = `/v2/checkout/orders/${paypalOrderId}/capture`
    for (const fault of [
      { kind: 'webhook-lost', times: 10 },
      // PayPal captures the payment, and the server dies before the answer arrives.
      { kind: 'hang', path: capturing },
    ]) {
      await sandbox.fail({ provider: 'paypal', ...fault })
    }
    await sandbox.decide(paypalOrderId, 'pay')
    const collect = () => buyer.post(`/api/orders/${orderId}/capture`, {})
    const lostAnswer = collect().catch(() => null)
    const readPaidOrders = async () =>
      (await sandbox.readPayments()).map(({ customId }) => customId)
    await expect.poll(readPaidOrders).toEqual([orderId])
    await product.killServer()
    expect(await lostAnswer).toBeNull()

    await product.startServer()
    await expect.poll(async () => (await collect()).body['status']).toBe('paid')
    // Messages to Discord have escaped hyphens.
    await expect
      .poll(async () => JSON.stringify(await sandbox.readLog('discord')).replaceAll('\\', ''))
      .toMatch(new RegExp(`Commande payée.*${orderId}`))
    await product.killServer()
    const { db, close } = await openDatabase(location, () => undefined)
    const purchases = await db.selectFrom('purchases').select('order_id').execute()
    const payments = await db.selectFrom('payments').select('order_id').execute()
    await close()
    expect(purchases).toEqual([{ order_id: orderId }])
    expect(payments).toEqual([{ order_id: orderId }])
    expect(await readPaidOrders()).toEqual([orderId])
  })
})
