import { expect, it } from 'vitest'
import { describeOnPostgres } from './database.ts'
import { openShop } from './shop.ts'
import { loseWebhooks } from '../stress/lost-paypal-webhooks.ts'
import { numberOfHistories } from '../stress/paypal-histories.ts'
import { deliverWebhooks } from '../stress/paypal-webhooks.ts'

// The long runs: `npm run stress -- paypal-webhooks lost-paypal-webhooks`.
describeOnPostgres('PayPal’s webhooks', (_openDatabase, createTestDatabase) => {
  it('settle as PayPal’s books say, in any order, repeated, among forgeries, and when lost', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    const amounts = { orders: numberOfHistories, replays: 2, forgeries: 38, seed: 1 }
    const figures = await deliverWebhooks(shop, amounts)
    expect(figures.refundedFirst).toBeGreaterThan(0)
    expect(figures).toMatchObject({
      donations: 3 * numberOfHistories,
      refused: 0,
      wrong: [],
      toldTwice: 0,
      accepted: [],
      fetched: 0,
      traces: 0,
    })
    const lost = await loseWebhooks(shop, { donations: 10, minutes: 20, seed: 1 })
    expect(lost).toMatchObject({ paid: 10, differences: [] })
    expect(lost.delays.filter((delay) => delay <= 5)).toHaveLength(10)
  })
})
