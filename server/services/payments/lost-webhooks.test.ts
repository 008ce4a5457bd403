import { beforeAll, beforeEach, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'
import { priceList } from '#site/prices.ts'
import { describeOnDatabase } from '#test/database.ts'
import {
  approvedOrder,
  checkoutBody,
  nameTagBody,
  openOrder,
  readRecords,
  startOnePayment,
} from '#test/factories/checkout.ts'
import { loseStripeEvents, newSteamId, openPack, readPack } from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcileOrders } from './order-payable.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncPack } from './pack-payments.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

const hour = 60 * 60_000
const day = 24 * hour

describeOnDatabase('without any webhook of PayPal', (_open, createTestDatabase) => {
  let shop: TestShop
  let hosted: TestShop
  const openDeafShop = async (settings: Readonly<Record<string, string>>) => {
    const opened = await openShop(await createTestDatabase(), { LOG_LEVEL: 'warn', ...settings })
    await opened.stopJobs()
    return opened
  }
  const loseWebhooks = async ({ sandbox }: TestShop) => {
    await sandbox.clearFaults()
    const lost = { provider: 'paypal', kind: 'webhook-lost', times: 1_000_000 }
    await sandbox.fail(lost)
    await sandbox.fail({ ...lost, eventType: 'CHECKOUT.ORDER.APPROVED' })
  }
  beforeAll(async () => {
    shop = await openDeafShop({})
    hosted = await openDeafShop({ PAYPAL_DRIVER: 'hosted' })
  })
  beforeEach(() => loseWebhooks(shop))

  async function paidOrder() {
    const buyer = shop.visitor()
    const order = await approvedOrder(shop, buyer, checkoutBody({ steamId: newSteamId() }))
    expect((await buyer.post(`/api/orders/${order.orderId}/capture`, {})).status).toBe(200)
    return order
  }
  const statusOf = async (orderId: string, of = shop) =>
    (await readRecords(of, orderId)).order.status
  const stateOf = async (orderId: string) => {
    const { order, payments, messages } = await readRecords(shop, orderId)
    const kinds = messages.map(({ kind }) => kind).filter((kind) => !kind.startsWith('checkout'))
    return [order.status, payments[0]?.refunded_cents, ...kinds]
  }
  const lookAgain = async (days: number) => {
    shop.advanceClock(days * day)
    await reconcileOrders(shop.services)
  }
  const countCalls = async (path: string) =>
    (await shop.sandbox.readLog('paypal')).filter(
      (entry) => entry.kind === 'request' && String(entry['path']).startsWith(path),
    ).length

  it('a refund is found by the next look, and a dispute within the hour', async () => {
    const refunded = await paidOrder()
    const disputed = await paidOrder()
    await shop.sandbox.refund(refunded.paypalOrderId)
    await shop.sandbox.dispute(disputed.paypalOrderId, 'open')
    await reconcileDisputes(shop.services)
    expect(await stateOf(disputed.orderId)).toEqual(['disputed', 0, 'dispute_opened'])
    await lookAgain(1)
    expect(await stateOf(refunded.orderId)).toEqual(['refunded', 2500, 'order_refunded'])
    const found = 'found a refund or dispute that no webhook had reported'
    const log = shop.readLog().filter((line) => line.includes(found))
    expect(log.map((line) => line.includes(refunded.orderId))).toEqual([false, true])
  })

  // The tests of lists come first: PayPal’s clock does not advance with the product’s.
  it('a list of disputes with several pages is read whole, and fetches only what is new', async () => {
    const orders = []
    for (let index = 0; index < 3; index += 1) orders.push(await paidOrder())
    for (const { paypalOrderId } of orders) {
      for (let part = 0; part < 20; part += 1) {
        await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 100 })
      }
    }
    await reconcileDisputes(shop.services)
    const statuses = await Promise.all(orders.map(({ orderId }) => statusOf(orderId)))
    expect(new Set(statuses)).toEqual(new Set(['disputed']))
    // A run has a time limit, which the first one reaches where the machine does much else.
    await reconcileDisputes(shop.services)
    const fetched = await countCalls('/v1/customer/disputes/PP-')
    await reconcileDisputes(shop.services)
    expect(await countCalls('/v1/customer/disputes/PP-')).toBe(fetched)
  })

  it('a dispute about no payment of the shop is fetched once for each of its changes', async () => {
    const fetched: string[] = []
    const listed = async (changedAt: Date) => {
      const paypal = {
        ...shop.services.paypal,
        listDisputes: () =>
          Promise.resolve({ disputes: [{ reference: 'PP-OTHER', changedAt }], detail: null }),
        fetchDispute: (reference: string) => {
          fetched.push(reference)
          return Promise.resolve({ outcome: 'ignored' } as const)
        },
      }
      await reconcileDisputes({ ...shop.services, paypal })
      return fetched.filter((reference) => reference === 'PP-OTHER').length
    }
    const [one, other] = [new Date(day), new Date(2 * day)]
    expect([await listed(one), await listed(one), await listed(other)]).toEqual([1, 1, 2])
  })

  it('parts, a won dispute and a late refund are found one after the other, each once', async () => {
    const { orderId, paypalOrderId } = await paidOrder()
    await shop.sandbox.refund(paypalOrderId, 500)
    await lookAgain(1)
    expect(await stateOf(orderId)).toEqual(['paid', 500, 'order_refunded'])
    await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1000 })
    await reconcileDisputes(shop.services)
    expect((await stateOf(orderId))[0]).toBe('disputed')
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await reconcileDisputes(shop.services)
    await reconcileDisputes(shop.services)
    expect(await stateOf(orderId)).toEqual([
      'paid',
      500,
      'order_refunded',
      'dispute_opened',
      'dispute_won',
    ])
    await lookAgain(100)
    await shop.sandbox.refund(paypalOrderId)
    await lookAgain(79)
    expect((await stateOf(orderId)).slice(0, 2)).toEqual(['refunded', 2500])
  })

  it('nothing is asked about an order after its last look, or when all of its money went back', async () => {
    const orders = [await paidOrder(), await paidOrder()] as const
    await shop.sandbox.refund(orders[1].paypalOrderId)
    for (const days of [1, 2, 4, 7, 16, 30, 60, 60]) await lookAgain(days)
    await lookAgain(1000)
    const looks = orders.map(({ paypalOrderId }) => `/v2/checkout/orders/${paypalOrderId}`)
    // Once before the capture, and once for it.
    expect(await Promise.all(looks.map(countCalls))).toEqual([2 + 8, 2 + 1])
  })

  it('a PayPal order for several items is fetched once', async () => {
    const buyer = shop.visitor()
    const orderIds = [await openOrder(buyer), await openOrder(buyer, nameTagBody())]
    const reference = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(reference, 'pay')
    await buyer.post(`/api/paypal-orders/${reference}/capture`, {})
    const before = await countCalls(`/v2/checkout/orders/${reference}`)
    await shop.sandbox.refund(reference)
    await lookAgain(1)
    expect(await countCalls(`/v2/checkout/orders/${reference}`)).toBe(before + 1)
    const statuses = await Promise.all(orderIds.map((id) => statusOf(id)))
    expect(statuses.toSorted()).toEqual(['paid', 'refunded'])
    await lookAgain(0)
    expect(await countCalls(`/v2/checkout/orders/${reference}`)).toBe(before + 1)
  })

  it('is looked at again an hour after PayPal was down', async () => {
    const { orderId, paypalOrderId } = await paidOrder()
    await shop.sandbox.refund(paypalOrderId)
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', times: 1000 })
    await lookAgain(1)
    await shop.sandbox.clearFaults()
    await lookAgain(0)
    expect(await statusOf(orderId)).toBe('paid')
    await lookAgain(1 / 24)
    expect(await statusOf(orderId)).toBe('refunded')
  })

  it('a refused key ends the watching neither of what is paid nor of what may be', async () => {
    const { orderId, paypalOrderId } = await paidOrder()
    await shop.sandbox.refund(paypalOrderId)
    const approved = await approvedOrder(
      shop,
      shop.visitor(),
      checkoutBody({ steamId: newSteamId() }),
    )
    const refused = () =>
      Promise.resolve({ outcome: 'misconfigured', fault: 'key_refused', detail: '' } as const)
    const paypal = { ...shop.services.paypal, collect: refused, fetchPayment: refused }
    shop.advanceClock(day)
    await reconcileOrders({ ...shop.services, paypal })
    await lookAgain(1 / 24)
    expect([await statusOf(orderId), await statusOf(approved.orderId)]).toEqual([
      'refunded',
      'paid',
    ])
  })

  it('the payment of a hosted button is looked at by its own id', async () => {
    const orderId = await openOrder(hosted.visitor())
    const button = priceList['priority-queue/3'].hostedButtonId
    const payment = await hosted.sandbox.payHostedButton(button)
    await expect.poll(() => statusOf(orderId, hosted)).toBe('paid')
    await loseWebhooks(hosted)
    await hosted.sandbox.refund(payment)
    hosted.advanceClock(day)
    await reconcileOrders(hosted.services)
    expect(await statusOf(orderId, hosted)).toBe('refunded')
  })

  it('the lack of a permission for disputes is in the log once, and hides no refund', async () => {
    const { orderId, paypalOrderId } = await paidOrder()
    await shop.sandbox.refund(paypalOrderId)
    await shop.sandbox.fail({ provider: 'paypal', kind: 'disputes-forbidden', times: 1000 })
    await reconcileDisputes(shop.services)
    await reconcileDisputes(shop.services)
    const lines = shop.readErrors().filter((line) => line.includes('permission_missing'))
    expect(lines).toHaveLength(1)
    await lookAgain(1)
    expect(await statusOf(orderId)).toBe('refunded')
  })
})

describeOnDatabase('without any webhook of Stripe', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    await loseStripeEvents(shop)
  })

  const paidPack = async () => {
    const pack = await openPack(shop)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    await syncPack(shop.services, pack.orderId)
    return pack
  }
  const statusOf = async (orderId: string) => (await readPack(shop, orderId)).status
  const lookAgain = async (days: number) => {
    shop.advanceClock(days * day)
    await reconcilePacks(shop.services)
  }
  const countCalls = async (sessionId: string) =>
    (await shop.sandbox.readLog('stripe')).filter(
      (entry) => entry['path'] === `/v1/checkout/sessions/${sessionId}`,
    ).length

  it('disputes and their ends are found within the hour, and each once', async () => {
    const [lost, won] = [await paidPack(), await paidPack()]
    for (const { sessionId } of [lost, won]) await shop.sandbox.stripe.dispute(sessionId, 'open')
    await reconcileDisputes(shop.services)
    expect([await statusOf(lost.orderId), await statusOf(won.orderId)]).toEqual([
      'disputed',
      'disputed',
    ])
    await shop.sandbox.stripe.dispute(lost.sessionId, 'lost')
    await shop.sandbox.stripe.dispute(won.sessionId, 'won')
    await reconcileDisputes(shop.services)
    expect([await statusOf(lost.orderId), await statusOf(won.orderId)]).toEqual([
      'refunded',
      'paid',
    ])
    const calls = await countCalls(lost.sessionId)
    await reconcileDisputes(shop.services)
    expect(await countCalls(lost.sessionId)).toBe(calls)
  })

  it('a dispute that our record cannot show is fetched once for each of its changes', async () => {
    const { orderId, sessionId } = await paidPack()
    const { payment_intent: paymentIntent } = (await readPack(shop, orderId)).order
    const before = await countCalls(sessionId)
    const listed = async (withdrawnCents: number) => {
      // In the currency of the buyer's bank.
      const dispute: Dispute = {
        reference: 'du_other',
        status: 'lost',
        amountCents: cents(withdrawnCents),
        currency: 'CHF',
        openedAt: new Date(),
        reason: 'general',
        awaitsAnswer: false,
        answerBy: null,
      }
      const row = { paymentIntent, isOpen: false, withdrawnCents, dispute }
      const listDisputes = () => Promise.resolve({ disputes: [row], detail: null })
      await reconcileDisputes({
        ...shop.services,
        stripe: { ...shop.services.stripe, listDisputes },
      })
      return (await countCalls(sessionId)) - before
    }
    expect([await listed(871), await listed(871), await listed(900)]).toEqual([1, 1, 2])
  })

  it('a refund is found by the next look, of which there are eight', async () => {
    const [late, kept] = [await paidPack(), await paidPack()]
    const before = await countCalls(kept.sessionId)
    for (const days of [1, 2, 4, 7, 16, 30, 60]) await lookAgain(days)
    await shop.sandbox.stripe.refund(late.sessionId, 300)
    await lookAgain(60)
    expect((await readPack(shop, late.orderId)).order.refunded_cents).toBe(300)
    await lookAgain(1000)
    expect(await countCalls(kept.sessionId)).toBe(before + 8)
  })

  it('a pack that Stripe does not know is left alone until its next look', async () => {
    const { orderId } = await paidPack()
    await shop.services.database.db
      .updateTable('krypto_orders')
      .set({ session_id: 'cs_test_unknown' })
      .where('id', '=', orderId)
      .execute()
    await lookAgain(1)
    await lookAgain(1)
    expect(await countCalls('cs_test_unknown')).toBe(1)
    expect(await statusOf(orderId)).toBe('paid')
  })
})
