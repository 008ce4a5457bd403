import { beforeAll, expect, it } from 'vitest'
import { readInbox } from '#contract/staff.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { openPack, openPackShop } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { syncDispute } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

describeOnDatabase('an open dispute', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const readDisputes = async () =>
    readInbox.answer.parse((await admin.get('/api/admin/inbox')).body).disputes

  it('of PayPal says until when to answer, and what the shop knows of the order', async () => {
    const body = checkoutBody({ agreedTerms: legalVersion })
    const { orderId, paypalOrderId, reference } = await paidOrder(shop, shop.visitor(), body)
    const { db } = shop.services.database
    await db
      .updateTable('purchases')
      .set({ delivered_at: new Date('2026-11-22T18:30:00Z') })
      .where('order_id', '=', orderId)
      .execute()
    const id = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1200 })
    await syncDispute(shop.services, id)
    const [dispute, ...others] = await readDisputes()
    expect(others).toEqual([])
    expect(dispute).toMatchObject({
      id,
      provider: 'paypal',
      amountCents: 1200,
      currency: 'EUR',
      reason: 'unauthorised',
      awaitsAnswer: true,
      answerBy: expect.any(String),
      page: `${shop.services.config.paypal.apiOrigin}/resolutioncenter/view/${id}`,
      bought: { steamId: '76561198006409530' },
    })
    for (const known of [
      `Dispute ${id} at PayPal`,
      'Disputed amount: 12.00 EUR',
      'Reason given: UNAUTHORISED',
      `Payment id: ${reference}`,
      'Price: 25.00 EUR',
      `Order: ${orderId}, opened 20`,
      'https://steamcommunity.com/profiles/76561198006409530',
      `terms of sale (version ${legalVersion})`,
      '2026-11-22 18:30 UTC: delivered in the game by our staff',
      `/orders/${orderId}`,
    ]) {
      expect(dispute?.evidence).toContain(known)
    }
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await syncDispute(shop.services, id)
    expect(await readDisputes()).toEqual([])
  })

  it('of Stripe is listed by itself, with the Kr that its pack credited', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await syncPack(shop.services, orderId)
    const id = await shop.sandbox.stripe.dispute(sessionId, 'open')
    await syncPack(shop.services, orderId)
    const [dispute] = await readDisputes()
    expect(dispute).toMatchObject({
      id,
      provider: 'stripe',
      awaitsAnswer: true,
      answerBy: expect.any(String),
      bought: { itemName: '1000 Kr' },
    })
    expect(dispute?.evidence).toContain('1000 Kr credited to the Steam ID')
    expect(dispute?.evidence).toContain('no version of the terms is recorded')
    // Of a dispute that was answered meanwhile no event comes.
    const { db } = shop.services.database
    await db.updateTable('disputes').set({ awaits_answer: false, answer_by: null }).execute()
    await reconcileDisputes(shop.services)
    expect(await readDisputes()).toMatchObject([{ awaitsAnswer: true }])
    await shop.sandbox.stripe.dispute(sessionId, 'lost')
    await syncPack(shop.services, orderId)
    expect(await readDisputes()).toEqual([])
  })
})
