import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases, describeOnDatabase } from '../../../test/database.ts'
import { openShop, type TestShop } from '../../../test/shop.ts'

const claim = '/api/orders/5f0c6f0e-0000-4000-8000-000000000000/claim'
const claimsPerWindow = 10

describeOnBothDatabases('a flood', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('is stopped for its own address, whatever it says where it comes from', async () => {
    shop.beginWindow(600)
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

describeOnDatabase('embedded', 'a flood through a trusted proxy', (_, createTestDatabase) => {
  it('is stopped for whoever makes it, and for nobody else behind the proxy', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    shop.beginWindow(600)
    const claimFrom = (address: string) =>
      shop.visitor().post(claim, {}, { 'x-forwarded-for': `1.1.1.1, ${address}` })
    const flood = await Promise.all(Array.from({ length: 15 }, () => claimFrom('9.9.9.9')))
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(15 - claimsPerWindow)
    expect((await claimFrom('8.8.8.8')).status).toBe(422)
  })
})
