import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { openOrder, readRecords, startPayment } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const eventType = 'CHECKOUT.ORDER.APPROVED'
const lostApproval = z.looseObject({
  eventType: z.literal(eventType),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})

describeOnDatabase('a late event about an approval', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
  })

  it('does not repeat a capture that was declined since; a new approval is captured', async () => {
    const { sandbox, origin } = shop
    await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType, times: 3 })
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startPayment(buyer, orderId)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await sandbox.decide(paypalOrderId, 'decline')
      const declined = await buyer.post(`/api/orders/${orderId}/capture`, {})
      expect(declined.body['code']).toBe('payment_declined')
    }
    // Their bank would allow it by now, but the page has said that no money was taken.
    await sandbox.decide(paypalOrderId, 'pay')
    const events = (await sandbox.readLog('paypal')).flatMap(
      (entry) => lostApproval.safeParse(entry).data ?? [],
    )
    const statuses: string[] = []
    for (const { headers, rawBody } of events) {
      const event = { method: 'POST', headers, body: rawBody }
      expect((await fetch(`${origin}/webhooks/paypal`, event)).status).toBe(204)
      statuses.push((await readRecords(shop, orderId)).order.status)
    }
    expect(statuses).toEqual(['pending', 'pending', 'paid'])
  })
})
