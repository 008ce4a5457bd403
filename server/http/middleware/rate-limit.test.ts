import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/database.ts'
import { openShop, type TestShop } from '../../../test/shop.ts'

const claim = '/api/orders/5f0c6f0e-0000-4000-8000-000000000000/claim'
const claimsPerWindow = 10

describeOnBothDatabases('a flood', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('is stopped for its own address, whatever it says where it comes from', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (__, index) =>
        shop.visitor().post(
          claim,
          {},
          {
            'x-forwarded-for': `10.0.0.${index}`,
            forwarded: `for=10.0.0.${index}`,
            'x-real-ip': `10.0.0.${index}`,
            'cf-connecting-ip': `10.0.0.${index}`,
          },
        ),
      ),
    )
    const stopped = answers.filter(({ status }) => status === 429)
    expect(stopped).toHaveLength(answers.length - claimsPerWindow)
    for (const { headers, body } of stopped) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({ code: 'rate_limited' })
    }
  })

  it('stops nobody else’s way, and ends with its window', async () => {
    expect((await shop.visitor().get('/api/payment-options')).status).toBe(200)
    expect((await shop.visitor().post(claim, {})).status).toBe(429)
    shop.advanceClock(600_000)
    expect((await shop.visitor().post(claim, {})).status).toBe(422)
  })
})
