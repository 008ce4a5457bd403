import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const mostSearches = 120
/** A few at a time: a machine that has much to do would answer that it is too busy. */
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
    const answers = await searchFrom('192.0.2.1', mostSearches)
    const isRefused = ({ status }: { status: number }) => status === 429
    // While a slow machine answers, some searches more are allowed.
    while (!answers.some(isRefused)) answers.push(...(await searchFrom('192.0.2.1', mostSearches)))
    const refused = answers.filter(isRefused)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(mostSearches)
    expect(refused[0]?.text).toContain('"code":"rate_limited"')
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    const [other] = await searchFrom('192.0.2.2', 1)
    expect(other?.status).toBe(200)
  })

  it('are not counted for this machine itself, where a probe or a proxy may be', async () => {
    const answers = await searchFrom('', mostSearches + 60)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })
})
