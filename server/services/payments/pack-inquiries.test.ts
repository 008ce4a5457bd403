import { beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openPack, openPackShop, readPack } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { syncPack } from './pack-payments.ts'

describeOnDatabase('the staff are notified', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
  })

  const sync = (orderId: string) => syncPack(shop.services, orderId)

  it('of an inquiry once, which leaves the Kr, and of the dispute that comes of it', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await sync(orderId)
    const { stripe } = shop.services
    const fetchPayment: typeof stripe.fetchPayment = async (id) => {
      const found = await stripe.fetchPayment(id)
      if (found.outcome !== 'payment') return found
      return { ...found, payment: { ...found.payment, disputes: [inquiryOf(sessionId)] } }
    }
    const inquired = { ...shop.services, stripe: { ...stripe, fetchPayment } }
    await syncPack(inquired, orderId)
    await syncPack(inquired, orderId)
    const { status, balance, news } = await readPack(shop, orderId)
    expect([status, balance, news]).toEqual(['paid', 1100, ['pack_disputed']])
    await shop.sandbox.stripe.dispute(sessionId, 'open')
    await sync(orderId)
    await sync(orderId)
    expect((await readPack(shop, orderId)).news).toEqual(['pack_disputed', 'pack_disputed'])
  })

  it('of a dispute about a pack that is kept because it does not match its order', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.services.database.db
      .updateTable('krypto_orders')
      .set({ price_cents: 998 })
      .where('id', '=', orderId)
      .execute()
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await sync(orderId)
    await shop.sandbox.stripe.dispute(sessionId, 'open')
    await sync(orderId)
    await sync(orderId)
    expect((await readPack(shop, orderId)).news).toEqual(['pack_mismatch', 'pack_disputed'])
  })
})

/** An open inquiry of a bank, which takes no money yet. */
function inquiryOf(sessionId: string): Dispute {
  return {
    reference: `du_${sessionId}`,
    status: 'open',
    amountCents: cents(999),
    currency: 'USD',
    openedAt: new Date(),
    reason: 'general',
    awaitsAnswer: true,
    answerBy: null,
  }
}
