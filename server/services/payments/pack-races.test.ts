import { beforeAll, expect, it } from 'vitest'
import { describeOnPostgres } from '#test/database.ts'
import {
  deliverEvent,
  loseStripeEvents,
  newSteamId,
  openPack,
  readPack,
  settlePackPayment,
} from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncPack } from './pack-payments.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

describeOnPostgres('concurrent syncs of packs', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await loseStripeEvents(shop)
  })

  const rounds = 20

  it('credit once for the success page, the webhook and the job, in twenty runs', async () => {
    const steamId = newSteamId()
    for (let round = 0; round < rounds; round += 1) {
      const { orderId, sessionId } = await openPack(shop, { steamId })
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      shop.advanceClock(5 * 60_000)
      const [page, otherTab] = await Promise.all([
        settlePackPayment(shop.visitor(), sessionId),
        settlePackPayment(shop.visitor(), sessionId),
        deliverEvent(shop, 'checkout.session.completed', sessionId),
        deliverEvent(shop, 'checkout.session.completed', sessionId),
        reconcilePacks(shop.services),
        syncPack(shop.services, orderId),
      ])
      expect([page.body, otherTab.body]).toEqual([{ totalKrypto: 1100 }, { totalKrypto: 1100 }])
    }
    const { orderId } = await openPack(shop, { steamId })
    const { lines, balance } = await readPack(shop, orderId)
    expect(lines).toHaveLength(40)
    expect(balance).toBe(20 * 1100)
  })

  it('converge for a concurrent payment, refund and dispute, in twenty runs', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { orderId, sessionId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      await Promise.all([
        settlePackPayment(shop.visitor(), sessionId),
        shop.sandbox.stripe.refund(sessionId, 333),
        syncPack(shop.services, orderId),
        shop.sandbox.stripe.dispute(sessionId, 'open'),
        syncPack(shop.services, orderId),
        deliverEvent(shop, 'checkout.session.completed', sessionId),
      ])
      await syncPack(shop.services, orderId)
      const { balance, order, status } = await readPack(shop, orderId)
      expect([status, balance, order.kr_taken_back]).toEqual(['disputed', 0, 1100])
    }
  })

  it('take Kr back once for looks, lists and webhooks at the same time, in twenty packs', async () => {
    const paid = await Promise.all(
      Array.from({ length: rounds }, async () => {
        const pack = await openPack(shop)
        await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
        await syncPack(shop.services, pack.orderId)
        return pack
      }),
    )
    for (const [index, { sessionId }] of paid.entries()) {
      if (index % 2 === 0) await shop.sandbox.stripe.refund(sessionId, 333)
      else await shop.sandbox.stripe.dispute(sessionId, 'open', 333)
    }
    shop.advanceClock(24 * 60 * 60_000)
    await Promise.all([
      reconcilePacks(shop.services),
      reconcileDisputes(shop.services),
      ...paid.map(({ orderId }) => syncPack(shop.services, orderId)),
      reconcileDisputes(shop.services),
      reconcilePacks(shop.services),
    ])
    for (const [index, { orderId }] of paid.entries()) {
      const { lines } = await readPack(shop, orderId)
      expect(lines.slice(2)).toEqual([index % 2 === 0 ? 'refund -366' : 'dispute -366'])
    }
  })

  it('do not apply an answer from before a refund after it', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await syncPack(shop.services, orderId)
    // This fetch is held up until another sync has applied the refund.
    const { stripe } = shop.services
    let isFirst = true
    const late = syncPack(
      {
        ...shop.services,
        stripe: {
          ...stripe,
          fetchPayment: async (id) => {
            const answer = await stripe.fetchPayment(id)
            if (!isFirst) return answer
            isFirst = false
            await shop.sandbox.stripe.refund(sessionId)
            await syncPack(shop.services, orderId)
            return answer
          },
        },
      },
      orderId,
    )
    expect(await late).toMatchObject({ outcome: 'order', order: { status: 'refunded' } })
    expect((await readPack(shop, orderId)).lines.slice(2)).toEqual(['refund -1100'])
  })
})
