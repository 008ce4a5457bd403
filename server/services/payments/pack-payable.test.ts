import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { deliverEvent, openPack, openPackShop, readPack } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncPack } from './pack-payments.ts'

const minute = 60_000
const hour = 60 * minute

describeOnDatabase('a pack’s payment without a notice', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
  })

  it('is found by the next run, however long its buyer took, and credited once', async () => {
    const { orderId, sessionId } = await openPack(shop)
    shop.advanceClock(2 * hour)
    await reconcilePacks(shop.services)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await Promise.all([reconcilePacks(shop.services), reconcilePacks(shop.services)])
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'paid', balance: 1100 })
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).lines).toHaveLength(2)
  })

  it('is found by the order’s own checks while Stripe’s list has gaps', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    const stripe: typeof shop.services.stripe = {
      ...shop.services.stripe,
      listFinished: () => Promise.resolve({ sessions: [], gap: 'unreadable' }),
    }
    for (let run = 0; run < 5; run += 1) {
      await reconcilePacks({ ...shop.services, stripe })
      shop.advanceClock(minute)
    }
    expect((await readPack(shop, orderId)).status).toBe('paid')
  })

  it('is found though its session was never stored', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await change(orderId, { session_id: null, session_url: null })
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await reconcilePacks(shop.services)
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'paid', balance: 1100 })
  })

  it('is found when its bank agrees later, without a webhook', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay-later')
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).status).toBe('processing')
    await shop.sandbox.stripe.endDelayed(sessionId, 'succeed')
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).status).toBe('paid')
  })

  it('is expired at Stripe after three hours, by one request', async () => {
    const { orderId, sessionId } = await openPack(shop)
    for (let run = 0; run < 180; run += 6) {
      await reconcilePacks(shop.services)
      shop.advanceClock(6 * minute)
    }
    expect((await readPack(shop, orderId)).status).toBe('pending')
    await reconcilePacks(shop.services)
    shop.advanceClock(24 * hour)
    await reconcilePacks(shop.services)
    const { order } = await readPack(shop, orderId)
    expect([order.status, order.next_check_at]).toEqual(['expired', null])
    const requests = (await shop.sandbox.readLog('stripe')).filter((entry) =>
      JSON.stringify(entry).includes(`sessions/${sessionId}`),
    )
    expect(requests).toMatchObject([
      { method: 'POST', path: expect.stringContaining('/expire'), status: 200 },
    ])
  })

  it.each([
    ['pay', 'paid'],
    ['pay-later', 'processing'],
  ] as const)('is not expired at the moment when its buyer finishes: %s', async (how, status) => {
    const { orderId, sessionId } = await openPack(shop)
    shop.advanceClock(3 * hour)
    const { stripe } = shop.services
    const endSession: typeof stripe.endSession = async (id) => {
      if (id === sessionId) await shop.sandbox.stripe.decide(sessionId, how)
      return stripe.endSession(id)
    }
    await reconcilePacks({ ...shop.services, stripe: { ...stripe, endSession } })
    expect((await readPack(shop, orderId)).status).toBe(status)
  })

  it('is found even when a bank takes days', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay-later')
    await syncPack(shop.services, orderId)
    shop.advanceClock(5 * 24 * hour)
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).status).toBe('processing')
    await shop.sandbox.stripe.endDelayed(sessionId, 'succeed')
    shop.advanceClock(hour)
    await reconcilePacks(shop.services)
    expect((await readPack(shop, orderId)).status).toBe('paid')
  })

  it('expires with Stripe’s page, even when Stripe does not know it', async () => {
    const [expired, unknown, crashed] = [
      await openPack(shop),
      await openPack(shop),
      await openPack(shop),
    ]
    await shop.sandbox.stripe.decide(expired.sessionId, 'expire')
    await change(unknown.orderId, { session_id: 'cs_test_unknown' })
    // As if the process had died before Stripe's answer.
    await change(crashed.orderId, { session_id: null, session_url: null })
    await reconcilePacks(shop.services)
    expect((await readPack(shop, unknown.orderId)).status).toBe('pending')
    expect((await readPack(shop, crashed.orderId)).status).toBe('pending')
    shop.advanceClock(3 * hour)
    await reconcilePacks(shop.services)
    for (const { orderId } of [expired, unknown, crashed]) {
      const { order } = await readPack(shop, orderId)
      expect([order.status, order.next_check_at]).toEqual(['expired', null])
    }
  })

  it('is credited by a webhook even if its session was never stored', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await change(orderId, { session_id: null, session_url: null })
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await deliverEvent(shop, 'checkout.session.completed', sessionId)
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'paid', balance: 1100 })
  })

  async function change(orderId: string, changes: Readonly<Record<string, unknown>>) {
    await shop.services.database.db
      .updateTable('krypto_orders')
      .set(changes)
      .where('id', '=', orderId)
      .execute()
  }
})
