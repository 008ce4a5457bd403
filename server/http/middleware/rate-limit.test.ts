import { beforeAll, expect, it, test } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openOrder } from '#test/factories/checkout.ts'
import { listingFields } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { createTokenBuckets } from './rate-limit.ts'

const claim = '/api/orders/5f0c6f0e-0000-4000-8000-000000000000/claim'
const claimsPerWindow = 10

describeOnDatabase('a flood', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('is stopped by its real address, whatever X-Forwarded-For claims', async () => {
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

  it('affects nobody else, and ends with its window', async () => {
    expect((await shop.visitor().get('/api/payment-options')).status).toBe(200)
    expect((await shop.visitor().post(claim, {})).status).toBe(429)
    shop.advanceClock(600_000)
    expect((await shop.visitor().post(claim, {})).status).toBe(422)
  })
})

describeOnDatabase('a flood through a trusted proxy', (_, createTestDatabase) => {
  it('is stopped for its visitor, and for nobody else behind the proxy', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    shop.beginWindow(600)
    const claimFrom = (address: string) =>
      shop.visitor().post(claim, {}, { 'x-forwarded-for': `1.1.1.1, ${address}` })
    const flood = await Promise.all(Array.from({ length: 15 }, () => claimFrom('9.9.9.9')))
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(15 - claimsPerWindow)
    expect((await claimFrom('8.8.8.8')).status).toBe(422)
  })
})

describeOnDatabase('payments behind one address', (_, createTestDatabase) => {
  it('wait for each other, until they are a flood', async () => {
    const shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    const openings = Array.from({ length: 24 }, async () => {
      const buyer = shop.visitor()
      return { buyer, orderId: await openOrder(buyer) }
    })
    const opened = await Promise.all(openings)
    await shop.sandbox.fail({ provider: 'paypal', kind: 'slow', times: 99, delayMs: 1000 })
    const answers = await Promise.all(
      opened.map(({ buyer, orderId }) =>
        buyer.post(`/api/orders/${orderId}/paypal-order`, {}, { 'x-forwarded-for': '192.0.2.1' }),
      ),
    )
    const served = answers.filter(({ status }) => status === 200)
    expect(served.length).toBeGreaterThanOrEqual(16)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(answers.length - served.length)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
  })
})

describeOnDatabase('a flood from all the /64s of one /48', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    shop.beginWindow(600)
  })
  /** A new /64 of the same /48 each time. */
  const somewhereIn = (network: string, index: number) =>
    `2001:db8:${network}:${((index * 7919) % 65_536).toString(16)}::1`
  const sendAll = async (times: number, send: (index: number) => Promise<number>) => {
    const statuses = await Promise.all(Array.from({ length: times }, (__, index) => send(index)))
    return { served: statuses.filter((status) => status < 400), statuses }
  }
  const post = async (from: string) => {
    const headers = { 'x-forwarded-for': from, authorization: `Bearer ${'s'.repeat(43)}` }
    return (await shop.visitor().post('/api/team-listings', listingFields, headers)).status
  }
  const search = async (from: string) => {
    const headers = { 'x-forwarded-for': from }
    const answer = await fetch(`${shop.origin}/api/team-listings?search=e`, { headers })
    await answer.text()
    return answer.status
  }

  it('gets no more than two and a half households, and the next /48 as much as before', async () => {
    const { statuses } = await sendAll(30, (index) => post(somewhereIn('1', index)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - 25)
    expect(await post(somewhereIn('2', 0))).not.toBe(429)
  })

  it('is stopped when it searches, without affecting the next /48', async () => {
    const start = performance.now()
    const { served } = await sendAll(450, (index) => search(somewhereIn('3', index)))
    const seconds = (performance.now() - start) / 1000
    // The initial allowance of the /48, plus what was refilled meanwhile, however long that took.
    expect(served.length).toBeGreaterThanOrEqual(300)
    expect(served.length).toBeLessThanOrEqual(2.5 * (120 + 5 * seconds))
    expect(await search(somewhereIn('4', 0))).toBe(200)
  })

  it('leaves its neighbours their share when it comes from one /64', async () => {
    const { statuses } = await sendAll(30, () => post('2001:db8:5:1::1'))
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - 10)
    const neighbours = await sendAll(5, () => post('2001:db8:5:2::1'))
    expect(neighbours.statuses).not.toContain(429)
  })
})

const maxSearches = 120
/** A few at a time: a busy machine would otherwise answer that it is overloaded. */
const atOnce = 15

describeOnDatabase('calls that only read', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })

  const searchFrom = async (network: string, times: number) => {
    const answers: { status: number; headers: Headers; text: string }[] = []
    while (answers.length < times) {
      const searches = Array.from({ length: atOnce }, async () => {
        const headers = { 'x-forwarded-for': network }
        const answer = await fetch(`${shop.origin}/api/team-listings?search=e`, { headers })
        return { status: answer.status, headers: answer.headers, text: await answer.text() }
      })
      answers.push(...(await Promise.all(searches)))
    }
    return answers
  }

  it('are refused to a network that never stops, and to nobody else', async () => {
    const answers = await searchFrom('192.0.2.1', maxSearches)
    const isRefused = ({ status }: { status: number }) => status === 429
    // While a slow machine answers, the bucket refills and allows some more searches.
    while (!answers.some(isRefused)) answers.push(...(await searchFrom('192.0.2.1', maxSearches)))
    const refused = answers.filter(isRefused)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(maxSearches)
    expect(refused[0]?.text).toContain('"code":"rate_limited"')
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    const [other] = await searchFrom('192.0.2.2', 1)
    expect(other?.status).toBe(200)
  })

  it('are not counted for this machine, which may be a probe or a proxy', async () => {
    const answers = await searchFrom('', maxSearches + 60)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })
})

const address = (name: string) => [{ name, factor: 1 }] as const

test('a network may spend its burst at once, then its rate', () => {
  let now = 0
  const spend = createTokenBuckets({ burst: 10, perSecond: 2 }, () => now)
  const spendAll = (network: string) => {
    let spent = 0
    while (spend(address(network)) === 0) spent += 1
    return spent
  }
  expect(spendAll('a')).toBe(10)
  expect(spendAll('b')).toBe(10)
  now = 1000
  expect(spendAll('a')).toBe(2)
  now = 4000
  expect([spendAll('a'), spendAll('b')]).toEqual([6, 8])
  now = 100_000
  expect(spendAll('a')).toBe(10)
})

test('the returned seconds are when the next call succeeds', () => {
  let now = 0
  const spend = createTokenBuckets({ burst: 1, perSecond: 0.1 }, () => now)
  expect(spend(address('a'))).toBe(0)
  expect(spend(address('a'))).toBe(10)
  now = 9001
  expect(spend(address('a'))).toBe(1)
  now = 10_000
  expect(spend(address('a'))).toBe(0)
})

test('the number of kept networks is limited', () => {
  const spend = createTokenBuckets({ burst: 1, perSecond: 1 }, () => 0)
  for (let network = 0; network <= 20_000; network += 1) spend(address(String(network)))
  expect(spend(address('20000'))).toBe(1)
  expect(spend(address('0'))).toBe(0)
})

test('a wider network has a larger bucket, which a network without tokens cannot use', () => {
  let now = 0
  const spend = createTokenBuckets({ burst: 10, perSecond: 2 }, () => now)
  const spendAll = (room: string) => {
    let spent = 0
    while (spend([address(room)[0], { name: 'house', factor: 2 }]) === 0) spent += 1
    return spent
  }
  expect([spendAll('a'), spendAll('a'), spendAll('b'), spendAll('c')]).toEqual([10, 0, 10, 0])
  now = 1000
  expect([spendAll('c'), spendAll('d')]).toEqual([4, 0])
})
