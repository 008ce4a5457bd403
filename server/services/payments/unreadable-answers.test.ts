import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import {
  approvedOrder,
  checkoutBody,
  openOrder,
  readRecords,
  startPayment,
} from '#test/factories/checkout.ts'
import { loseStripeEvents, openPack, readPack, settlePackPayment } from '#test/factories/packs.ts'
import { orderWithLostCapture } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { reconcileOrders } from './order-payable.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncDispute } from './order-payments.ts'
import { recordUnreadable } from './unreadable-answers.ts'

const hour = 60 * 60 * 1000
const anyOrder = '/v2/checkout/orders/*'
const refused = { status: 503, body: { code: 'payment_answer_unreadable' } }

const inboxView = z.object({
  unreadableAnswers: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      reference: z.string(),
      detail: z.string(),
      answer: z.string(),
      order: z.looseObject({ id: z.string() }).nullable(),
      firstSeenAt: z.string(),
      lastSeenAt: z.string(),
      resolvedAt: z.string().nullable(),
      resolution: z.string().nullable(),
    }),
  ),
})

describeOnDatabase('an answer that cannot be parsed', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs themselves: a scheduled run would take their orders.
    await shop.stopJobs()
  })
  beforeEach(async () => {
    // The clock of these tests runs ahead, beyond the end of a session.
    admin = await adminByCode(shop)
    await shop.sandbox.clearFaults()
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    }
    await loseStripeEvents(shop)
  })

  const garble = (path: string, member: string, put: string | number, provider = 'paypal') =>
    shop.sandbox.fail({ provider, kind: 'garbled', times: 1000, path, member, put })
  const readInbox = async (subject: string) =>
    inboxView
      .parse((await admin.get('/api/admin/inbox')).body)
      .unreadableAnswers.filter(
        ({ order, reference }) => order?.id === subject || reference === subject,
      )
  const resolve = (id: string, note: string) =>
    admin.post(`/api/admin/inbox/${id}/resolve`, { note })
  const countMessages = async (id: string) =>
    (
      await shop.services.database.db
        .selectFrom('messages')
        .select('id')
        .where('unreadable_answer_id', '=', id)
        .execute()
    ).length
  async function reconcileLater(milliseconds: number): Promise<void> {
    shop.advanceClock(milliseconds)
    await reconcileOrders(shop.services)
  }

  it.each([
    ['value', '10.001'],
    ['value', '-10.00'],
    ['value', 25],
    ['status', 'VOIDED'],
    ['create_time', 'yesterday'],
    ['captures', 'none'],
  ] as const)(
    'makes its order wait, is shown to the owner once, and resolves itself: %s %s',
    async (member, put) => {
      const { buyer, orderId, paypalOrderId } = await orderWithLostCapture(shop)
      await garble(anyOrder, member, put)
      expect(await buyer.post(`/api/orders/${orderId}/capture`, {})).toMatchObject(refused)
      for (const pause of [2 * 60_000, 2 * 60_000, 4 * hour]) await reconcileLater(pause)
      const { order, purchases } = await readRecords(shop, orderId)
      expect([order.status, purchases]).toEqual(['pending', []])
      const [kept, ...others] = await readInbox(orderId)
      expect(others).toEqual([])
      expect(kept).toMatchObject({ provider: 'paypal', reference: paypalOrderId, resolvedAt: null })
      expect(kept?.answer).toContain(`"${member}":${JSON.stringify(put)}`)
      expect(kept?.answer).not.toContain('@')
      expect(await countMessages(kept?.id ?? '')).toBe(1)

      await shop.sandbox.clearFaults()
      await reconcileLater(2 * hour)
      const after = await readRecords(shop, orderId)
      expect([after.order.status, after.purchases.length]).toEqual(['paid', 1])
      expect(await readInbox(orderId)).toMatchObject([
        { resolvedAt: expect.any(String), resolution: null },
      ])
    },
  )

  it('can be an order with an unknown status, before any payment', async () => {
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await garble(anyOrder, 'status', 'MYSTERY')
    expect(await buyer.post(`/api/orders/${orderId}/capture`, {})).toMatchObject(refused)
    expect(await readInbox(orderId)).toMatchObject([{ resolvedAt: null }])
    await shop.sandbox.clearFaults()
    await reconcileLater(2 * 60_000)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
  })

  it('is not a voided order, which is unpaid and can no longer be paid', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    await startPayment(buyer, orderId)
    await garble(anyOrder, 'status', 'VOIDED')
    const answer = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } })
    await reconcileLater(4 * hour)
    expect((await readRecords(shop, orderId)).order.status).toBe('expired')
    expect(await readInbox(orderId)).toEqual([])
  })

  it('causes no more checks once the owner has resolved it', async () => {
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await garble(anyOrder, 'value', '10.001')
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const [kept] = await readInbox(orderId)
    const id = kept?.id ?? ''
    const note = 'Remboursé dans PayPal.'
    const answers = await Promise.all([1, 2].map(() => resolve(id, note)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await reconcileLater(4 * hour)
    const { order } = await readRecords(shop, orderId)
    expect([order.status, order.next_check_at]).toEqual(['expired', null])
    expect(await readInbox(orderId)).toMatchObject([{ resolution: note }])
    expect(await readAudit(shop, `unreadable_answer:${id}`)).toMatchObject([
      { action: 'unreadable_answer_resolved', after: { note } },
    ])
    expect((await resolve(orderId, note)).body['code']).toBe('payment_not_found')
  })

  it('sends its payment to the inbox once the owner has resolved it', async () => {
    const { buyer, orderId } = await orderWithLostCapture(shop)
    await garble(anyOrder, 'value', '10.001')
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const [kept] = await readInbox(orderId)
    await resolve(kept?.id ?? '', 'Livré à la main.')
    await shop.sandbox.clearFaults()
    await reconcileLater(10 * 60_000)
    const { order, purchases, payments } = await readRecords(shop, orderId)
    expect([order.status, purchases, payments]).toEqual(['expired', [], []])
    const { payments: unmatched } = z
      .object({ payments: z.array(z.looseObject({ reason: z.string() })) })
      .parse((await admin.get('/api/admin/inbox')).body)
    const waiting = unmatched.filter(({ reason }) => reason === 'order_dealt_with')
    expect(waiting).toMatchObject([{ resolvedAt: null, candidates: [] }])
  })

  it('that the owner has resolved prevents a capture, and lets the buyer start over', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const { orderId, paypalOrderId: reference } = await approvedOrder(shop, buyer, body)
    const request = { provider: 'paypal', reference, orderId } as const
    const hints = { orderId: null, paymentReference: null }
    const unreadable = { outcome: 'unreadable', detail: 'status', answer: '{}', ...hints } as const
    await recordUnreadable(shop.services, request, unreadable)
    const [kept] = await readInbox(orderId)
    await resolve(kept?.id ?? '', 'Rien reçu.')
    const captured = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(captured.body['code']).toBe('order_not_payable')
    const start = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(start.body['code']).toBe('order_not_payable')
    const next = await approvedOrder(shop, buyer, body)
    expect(next.orderId).not.toBe(orderId)
    const paid = await buyer.post(`/api/orders/${next.orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('about a paid order brings its next look forward', async () => {
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const { payments } = await readRecords(shop, orderId)
    await garble('/v2/payments/captures/', 'value', '10.001')
    await shop.sandbox.refund(paypalOrderId)
    await expect
      .poll(() => readInbox(orderId))
      .toMatchObject([{ reference: payments[0]?.reference }])
    await shop.sandbox.clearFaults()
    await reconcileLater(2 * hour)
    expect((await readRecords(shop, orderId)).order.status).toBe('refunded')
    expect(await readInbox(orderId)).toMatchObject([{ resolvedAt: expect.any(String) }])
  })

  it('prevents the start of a payment, which the next answer allows', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const start = () => buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    await garble('/v2/checkout/orders', 'id', 7)
    expect(await start()).toMatchObject(refused)
    expect(await readInbox(orderId)).toMatchObject([{ resolvedAt: null }])
    await shop.sandbox.clearFaults()
    expect((await start()).status).toBe(200)
    expect(await readInbox(orderId)).toMatchObject([{ resolvedAt: expect.any(String) }])
  })

  it('can be about a dispute, which is shown with its payment’s order, and fetched again', async () => {
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await garble('/v1/customer/disputes/', 'value', '10.001')
    // Its webhook would fetch the same answer, and record it when the fault is gone.
    const eventType = 'CUSTOMER.DISPUTE.CREATED'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType, times: 10 })
    const reference = await shop.sandbox.dispute(paypalOrderId, 'open')
    expect(await syncDispute(shop.services, reference)).toBe('unreadable')
    expect(await readInbox(reference)).toMatchObject([{ order: { id: orderId }, resolvedAt: null }])
    await shop.sandbox.clearFaults()
    expect(await syncDispute(shop.services, reference)).toBe('paid')
    const [passed] = await readInbox(reference)
    expect(passed?.resolvedAt).toEqual(expect.any(String))
    expect(await countMessages(passed?.id ?? '')).toBe(1)
    shop.advanceClock(hour)
    await garble('/v1/customer/disputes/', 'value', '10.001')
    for (let attempt = 0; attempt < 2; attempt += 1) await syncDispute(shop.services, reference)
    expect(await readInbox(reference)).toMatchObject([{ id: passed?.id, resolvedAt: null }])
    expect(await countMessages(passed?.id ?? '')).toBe(2)
  })

  it.each([
    ['amount_subtotal', 9.99],
    ['payment_status', 'perhaps'],
    ['amount_refunded', 'none'],
  ])('can come from Stripe, about a pack: %s %s', async (member, put) => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await garble('/v1/checkout/sessions/', member, put, 'stripe')
    expect(await settlePackPayment(shop.visitor(), sessionId)).toMatchObject(refused)
    const [kept] = await readInbox(orderId)
    expect(kept).toMatchObject({ provider: 'stripe', reference: sessionId, resolvedAt: null })
    expect(kept?.answer).not.toContain('_secret_')
    expect((await readPack(shop, orderId)).rows).toEqual([])
    await shop.sandbox.clearFaults()
    await loseStripeEvents(shop)
    shop.advanceClock(3 * hour)
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).balance).toBe(1100)
    expect(await readInbox(orderId)).toMatchObject([{ resolvedAt: expect.any(String) }])
  })

  it('about a pack that the owner has resolved credits nothing afterwards', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await garble('/v1/checkout/sessions/', 'amount_subtotal', 9.99, 'stripe')
    await settlePackPayment(shop.visitor(), sessionId)
    const [kept] = await readInbox(orderId)
    await resolve(kept?.id ?? '', 'Kr crédités à la main.')
    await shop.sandbox.clearFaults()
    await loseStripeEvents(shop)
    shop.advanceClock(3 * hour)
    await reconcilePacks(shop.services)
    const { order, rows, news } = await readPack(shop, orderId)
    expect([order.mismatch, rows, news]).toEqual(['dealt_with', [], ['pack_mismatch']])
  })
})
