import { expect, it } from 'vitest'
import { describeOnPostgres } from './database.ts'
import { openShop } from './shop.ts'
import { longestWaitSeconds, payAmongAbandoned } from '../stress/abandoned-checkouts.ts'
import { allHistories } from '../stress/pack-histories.ts'
import { createRandom } from '../stress/random.ts'
import { deliverWebhooks } from '../stress/stripe-webhooks.ts'

describeOnPostgres('Stripe’s webhooks', (_openDatabase, createTestDatabase) => {
  it('credit what Stripe’s books say, in any order, repeated and among forgeries', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    const amounts = { orders: 2 * allHistories.length, replays: 3, forgeries: 24, seed: 1 }
    const figures = await deliverWebhooks(shop, amounts)
    expect(figures.refundedFirst).toBeGreaterThan(0)
    expect(figures).toMatchObject({
      packs: 4 * allHistories.length,
      refused: 0,
      wrong: [],
      doubled: 0,
      unbalanced: 0,
      accepted: 0,
      traces: 0,
    })
  })
})

// By their thousands, with slow providers: `npm run stress -- abandoned-checkouts`.
describeOnPostgres('payments among abandoned checkouts', (_, createTestDatabase) => {
  it('are found within five minutes, though no webhook comes', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    const { donations, packs } = await payAmongAbandoned(shop, createRandom(1), {
      abandoned: 200,
      payers: 4,
      answerMilliseconds: 0,
      longestDelayMilliseconds: 1,
    })
    for (const wait of [...donations, ...packs]) {
      expect(wait).not.toBeNull()
      expect(wait).toBeLessThanOrEqual(longestWaitSeconds)
    }
  })
})
