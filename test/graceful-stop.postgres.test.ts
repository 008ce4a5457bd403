import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { describeOnPostgres } from './database.ts'
import { openEventStream } from './event-stream.ts'
import { openOrder, startPayment } from './factories/checkout.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { createSandboxControl } from './sandbox-control.ts'
import { cleanUpLater } from './cleanups.ts'
import { createVisitor } from './visitor.ts'

const capturing = '/v2/checkout/orders/*/capture'

describeOnPostgres('a process that is asked to stop', (_, createTestDatabase) => {
  let product: RunningProduct
  let location: DatabaseLocation
  beforeAll(async () => {
    await buildWebIfStale()
    location = await createTestDatabase()
    if (location.kind !== 'postgres') throw new Error('wrong database')
    product = await startProduct({ DATABASE_URL: location.url })
    cleanUpLater(() => product.stop())
  })

  it('finishes a payment that is with PayPal, ends its streams, and exits with 0', async () => {
    const sandbox = createSandboxControl(product.sandboxOrigin)
    const buyer = createVisitor(product.origin)
    const page = await openEventStream(product.origin)
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startPayment(buyer, orderId)
    for (const fault of [
      { kind: 'webhook-lost', times: 10 },
      // Time to ask it to stop meanwhile; less than it waits for requests.
      { kind: 'slow', path: capturing, delayMs: 6000 },
    ]) {
      await sandbox.fail({ provider: 'paypal', ...fault })
    }
    await sandbox.decide(paypalOrderId, 'pay')
    const paying = buyer.post(`/api/orders/${orderId}/capture`, {})
    await vi.waitUntil(async () => (await askedFor(sandbox, '/capture')) > 0)

    const stopped = product.stopServer()
    await page.ended
    // Its streams end first, then it still serves the connections that are waiting.
    const knock = (): Promise<boolean> =>
      fetch(`${product.origin}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(knock).toBe(false)
    const paid = await paying
    expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect(paid.headers.get('connection')).toBe('close')
    expect(await stopped).toMatchObject({ exitCode: 0 })

    const database = await openDatabase(location, () => undefined)
    const purchases = await database.db.selectFrom('purchases').select('order_id').execute()
    await database.close()
    expect(purchases).toEqual([{ order_id: orderId }])
  })
})

async function askedFor(
  sandbox: ReturnType<typeof createSandboxControl>,
  pathEnd: string,
): Promise<number> {
  const entries = z.array(z.looseObject({ path: z.string().optional() }))
  const log = entries.parse(await sandbox.readLog('paypal'))
  return log.filter(({ path }) => path?.endsWith(pathEnd)).length
}
