import { beforeAll, describe, expect, it, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { CheckoutPayment } from '#server/providers/stripe/answers.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import {
  deliverEvent,
  openPack,
  openPackShop,
  packOf,
  readPack,
  settlePackPayment,
} from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { findMismatch, syncPack } from './pack-payments.ts'

describeOnDatabase('a pack’s payment', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
  })

  const confirm = (sessionId: string) => settlePackPayment(shop.visitor(), sessionId)
  const paidPack = async () => {
    const pack = await openPack(shop)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    await confirm(pack.sessionId)
    return pack
  }
  const sync = (orderId: string) => syncPack(shop.services, orderId)

  it('credits the amount and the bonus to the Steam ID of the order, each by its own row', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    const page = await openEventStream(shop.origin)
    const answer = await confirm(sessionId)
    expect([answer.status, answer.body]).toEqual([200, { totalKrypto: 1100 }])
    const purchase = { name: 'purchase', data: { type: 'Krypto Pack', own: false } }
    expect(await page.next()).toMatchObject(purchase)
    const { rows, balance, order, news } = await readPack(shop, orderId)
    expect(rows).toEqual([
      {
        transaction_type: 'pack_purchase',
        amount: 1000,
        source: `stripe:${sessionId}`,
        description: 'Pack 1000 Kr',
      },
      {
        transaction_type: 'pack_bonus',
        amount: 100,
        source: `stripe:${sessionId}:bonus`,
        description: 'Bonus of the pack 1000 Kr',
      },
    ])
    expect(balance).toBe(1100)
    expect(order).toMatchObject({ status: 'paid', mismatch: null, kr_taken_back: 0 })
    expect(order.paid_at).toBeInstanceOf(Date)
    expect(news).toEqual([])
  })

  it('has no row for a bonus of zero', async () => {
    const { orderId, sessionId } = await openPack(shop, { priceId: packOf(100).priceId })
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    expect((await confirm(sessionId)).body).toEqual({ totalKrypto: 100 })
    expect((await readPack(shop, orderId)).lines).toEqual(['pack_purchase 100'])
  })

  it('credits an order of before packs were sent as amounts, whatever its price id', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await change(orderId, { price_id: 'price_1MadeAtStripe' })
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    expect((await confirm(sessionId)).body).toEqual({ totalKrypto: 1100 })
  })

  it('credits the Steam ID of the order, from whichever browser it is confirmed', async () => {
    const mine = await paidPack()
    const { order } = await readPack(shop, mine.orderId)
    const again = await confirm(mine.sessionId)
    expect(again.body).toEqual({ totalKrypto: 1100 })
    const rows = await shop.services.database.db
      .selectFrom('krypto_transactions')
      .select('steam_id')
      .where('source', 'like', `stripe:${mine.sessionId}%`)
      .execute()
    expect(rows).toEqual([{ steam_id: order.steam_id }, { steam_id: order.steam_id }])
  })

  it('is pending while its buyer is on Stripe’s page, and after a card was declined', async () => {
    const { orderId, sessionId } = await openPack(shop)
    expect(await confirm(sessionId)).toMatchObject({
      status: 409,
      body: { code: 'payment_pending' },
    })
    await shop.sandbox.stripe.decide(sessionId, 'decline')
    expect((await confirm(sessionId)).body).toMatchObject({ code: 'payment_pending' })
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    expect((await confirm(sessionId)).body).toEqual({ totalKrypto: 1100 })
    expect((await readPack(shop, orderId)).balance).toBe(1100)
  })

  it('expires with Stripe’s page, without Kr', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'expire')
    expect(await confirm(sessionId)).toMatchObject({
      status: 409,
      body: { code: 'payment_expired' },
    })
    const { order, lines } = await readPack(shop, orderId)
    expect([order.status, order.next_check_at, lines]).toEqual(['expired', null, []])
  })

  it('is credited when the bank of a buyer who pays later agrees', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay-later')
    expect((await confirm(sessionId)).body).toMatchObject({ code: 'payment_pending' })
    expect((await readPack(shop, orderId)).status).toBe('processing')
    await shop.sandbox.stripe.endDelayed(sessionId, 'succeed')
    await deliverEvent(shop, 'checkout.session.async_payment_succeeded', sessionId)
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'paid', balance: 1100 })
  })

  it('is declined when the bank of a buyer who pays later refuses', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay-later')
    await shop.sandbox.stripe.endDelayed(sessionId, 'fail')
    await deliverEvent(shop, 'checkout.session.async_payment_failed', sessionId)
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'failed', lines: [] })
    expect(await confirm(sessionId)).toMatchObject({
      status: 402,
      body: { code: 'payment_declined' },
    })
  })

  describe('that is refunded or disputed', () => {
    it('takes all Kr back after a full refund', async () => {
      const { orderId, sessionId } = await paidPack()
      await shop.sandbox.stripe.refund(sessionId)
      await deliverEvent(shop, 'charge.refunded')
      const { order, lines, balance, news } = await readPack(shop, orderId)
      expect(lines).toEqual(['pack_purchase 1000', 'pack_bonus 100', 'refund -1100'])
      expect(balance).toBe(0)
      expect(order).toMatchObject({
        status: 'refunded',
        refunded_cents: 999,
        kr_taken_back: 1100,
      })
      expect(news).toEqual(['pack_refunded'])
      expect(await confirm(sessionId)).toMatchObject({
        status: 409,
        body: { code: 'payment_refunded' },
      })
    })

    it('takes Kr back in proportion, part by part, and never more than were credited', async () => {
      const { orderId, sessionId } = await paidPack()
      for (const partCents of [333, 333, 333]) {
        await shop.sandbox.stripe.refund(sessionId, partCents)
        await sync(orderId)
        await sync(orderId)
      }
      const { lines, balance, status, news } = await readPack(shop, orderId)
      expect(lines.slice(2)).toEqual(['refund -366', 'refund -367', 'refund -367'])
      expect([balance, status]).toEqual([0, 'refunded'])
      expect(news).toHaveLength(3)
    })

    it('leaves a negative balance when the Kr are spent', async () => {
      const { orderId, sessionId } = await paidPack()
      const { order } = await readPack(shop, orderId)
      await shop.services.database.db
        .insertInto('krypto_transactions')
        .values({
          steam_id: order.steam_id,
          discord_username: 'sokol',
          amount: -800,
          transaction_type: 'skin_purchase',
          description: 'Ghillie',
          source: `test:${orderId}`,
        })
        .execute()
      await shop.sandbox.stripe.refund(sessionId)
      await sync(orderId)
      expect((await readPack(shop, orderId)).balance).toBe(-800)
    })

    it('withholds the Kr during a dispute, and returns them when it is won', async () => {
      const { orderId, sessionId } = await paidPack()
      await shop.sandbox.stripe.dispute(sessionId, 'open')
      await deliverEvent(shop, 'charge.dispute.created')
      const disputed = await readPack(shop, orderId)
      expect(disputed).toMatchObject({ status: 'disputed', balance: 0 })
      expect((await confirm(sessionId)).body).toMatchObject({ code: 'payment_refunded' })
      await shop.sandbox.stripe.dispute(sessionId, 'won')
      await deliverEvent(shop, 'charge.dispute.closed')
      const { lines, status, balance, news } = await readPack(shop, orderId)
      expect(lines.slice(2)).toEqual(['dispute -1100', 'dispute 1100'])
      expect([status, balance]).toEqual(['paid', 1100])
      expect(news).toEqual(['pack_disputed', 'pack_dispute_won'])
      expect((await confirm(sessionId)).body).toEqual({ totalKrypto: 1100 })
    })

    it('takes the Kr for good with a lost dispute, and notifies the staff', async () => {
      const { orderId, sessionId } = await paidPack()
      await shop.sandbox.stripe.dispute(sessionId, 'open')
      await sync(orderId)
      await shop.sandbox.stripe.dispute(sessionId, 'lost')
      await sync(orderId)
      const { status, balance, news, lines } = await readPack(shop, orderId)
      expect([status, balance]).toEqual(['refunded', 0])
      expect(lines.slice(2)).toEqual(['dispute -1100'])
      expect(news).toEqual(['pack_disputed', 'pack_refunded'])
    })

    it('counts a partial refund and a dispute of the rest once', async () => {
      const { orderId, sessionId } = await paidPack()
      await shop.sandbox.stripe.refund(sessionId, 333)
      await sync(orderId)
      await shop.sandbox.stripe.dispute(sessionId, 'open')
      await sync(orderId)
      const { lines, balance } = await readPack(shop, orderId)
      expect(lines.slice(2)).toEqual(['refund -366', 'dispute -734'])
      expect(balance).toBe(0)
    })

    it('converges when the refund arrives before the payment', async () => {
      const { orderId, sessionId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      await shop.sandbox.stripe.refund(sessionId)
      // The payment is not known yet, so the order id in it is used.
      expect(await deliverEvent(shop, 'charge.refunded')).toBe(204)
      expect(await deliverEvent(shop, 'checkout.session.completed', sessionId)).toBe(204)
      const { lines, status } = await readPack(shop, orderId)
      expect(lines).toEqual(['pack_purchase 1000', 'pack_bonus 100', 'refund -1100'])
      expect(status).toBe('refunded')
    })

    it('converges when the dispute arrives before the payment, without an order id', async () => {
      const { orderId, sessionId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      await shop.sandbox.stripe.dispute(sessionId, 'open')
      expect(await deliverEvent(shop, 'charge.dispute.created')).toBe(204)
      expect(await readPack(shop, orderId)).toMatchObject({ status: 'disputed', balance: 0 })
    })
  })

  describe('that does not match its order', () => {
    it.each([
      ['amount', { price_cents: 998 }],
      ['amount', { price_cents: 1000 }],
      ['currency', { currency: 'EUR' }],
    ] as const)('is not credited, and the staff are notified: %s', async (reason, changes) => {
      const { orderId, sessionId } = await openPack(shop)
      await change(orderId, changes)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      expect((await confirm(sessionId)).body).toMatchObject({ code: 'payment_in_review' })
      await sync(orderId)
      const { order, lines, news } = await readPack(shop, orderId)
      expect(order).toMatchObject({ mismatch: reason, paid_at: null })
      expect([lines, news]).toEqual([[], ['pack_mismatch']])
    })

    it('needs no review any more once the owner has refunded it', async () => {
      const { orderId, sessionId } = await openPack(shop)
      await change(orderId, { price_cents: 998 })
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      await sync(orderId)
      await shop.sandbox.stripe.refund(sessionId, 500)
      await sync(orderId)
      expect((await readPack(shop, orderId)).order.mismatch).toBe('amount')
      await shop.sandbox.stripe.refund(sessionId)
      await sync(orderId)
      const { order, lines } = await readPack(shop, orderId)
      expect(order).toMatchObject({ status: 'refunded', mismatch: null, paid_at: null })
      expect(lines).toEqual([])
      expect((await confirm(sessionId)).body).toMatchObject({ code: 'payment_refunded' })
    })

    it('is never credited to another order', async () => {
      const [first, second] = [await openPack(shop), await openPack(shop)]
      await shop.sandbox.stripe.decide(second.sessionId, 'pay')
      await change(second.orderId, { session_id: 'cs_test_gone' })
      await change(first.orderId, { session_id: second.sessionId })
      await sync(first.orderId)
      expect((await readPack(shop, first.orderId)).order.mismatch).toBe('order')
      expect((await readPack(shop, first.orderId)).lines).toEqual([])
    })

    it('is not fetched with the keys of the other mode', async () => {
      const { orderId, sessionId } = await openPack(shop)
      await change(orderId, { provider_mode: 'live' })
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      expect((await confirm(sessionId)).body).toMatchObject({ code: 'session_not_found' })
      expect((await readPack(shop, orderId)).lines).toEqual([])
    })
  })

  it.each(['500', '429', 'reset', 'truncated'])(
    'is not lost while Stripe fails by %s',
    async (kind) => {
      const { orderId, sessionId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      // Only for this checkout, because late webhooks cause requests for others. Stripe's client
      // retries once by itself.
      const path = `/v1/checkout/sessions/${sessionId}`
      await shop.sandbox.fail({ provider: 'stripe', kind, times: 3, path })
      const refused = await confirm(sessionId)
      expect(refused).toMatchObject({ status: 503, body: { code: 'card_payments_unavailable' } })
      expect((await readPack(shop, orderId)).lines).toEqual([])
      await expect.poll(async () => (await confirm(sessionId)).body).toEqual({ totalKrypto: 1100 })
      expect((await readPack(shop, orderId)).balance).toBe(1100)
    },
  )

  it('needs no request to Stripe once our record is paid', async () => {
    const { sessionId } = await paidPack()
    await shop.sandbox.fail({ provider: 'stripe', kind: '500', times: 1, path: '/v1/checkout' })
    expect((await confirm(sessionId)).body).toEqual({ totalKrypto: 1100 })
  })

  async function change(orderId: string, changes: Readonly<Record<string, unknown>>) {
    await shop.services.database.db
      .updateTable('krypto_orders')
      .set(changes)
      .where('id', '=', orderId)
      .execute()
  }
})

const order = {
  id: 'order',
  provider_mode: 'live',
  session_id: 'cs_1',
  price_cents: 999,
  currency: 'USD',
} as const
const payment: CheckoutPayment = {
  sessionId: 'cs_1',
  orderId: 'order',
  mode: 'live',
  status: 'paid',
  subtotalCents: cents(999),
  totalCents: cents(999),
  currency: 'USD',
  paymentIntent: 'pi_1',
  refundsAndDisputes: { charged: 999, refunded: 0, disputed: 0, isDisputeOpen: false },
  disputes: [],
  payerCountry: null,
  movements: [],
}

test.each<[string | null, Partial<CheckoutPayment>]>([
  [null, {}],
  // With taxes.
  [null, { totalCents: cents(1199) }],
  ['mode', { mode: 'test' }],
  ['order', { orderId: 'another' }],
  ['order', { orderId: null }],
  ['order', { sessionId: 'cs_2' }],
  ['currency', { currency: 'EUR' }],
  ['amount', { subtotalCents: cents(998) }],
  ['amount', { subtotalCents: cents(1000) }],
  // After a discount.
  ['amount', { totalCents: cents(998) }],
])('reports %s for a payment with %j', (reason, changes) => {
  expect(findMismatch(order, { ...payment, ...changes })).toBe(reason)
})

test('a session matches an order that has stored none', () => {
  expect(findMismatch({ ...order, session_id: null }, payment)).toBeNull()
})
