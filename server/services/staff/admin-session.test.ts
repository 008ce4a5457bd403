import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { accessCode, adminByCode } from '#test/factories/admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

describeOnDatabase('a flood of access codes', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })
  // Each test has a whole window of its own.
  beforeEach(() => shop.beginWindow(300))

  const enter = (visitor: Visitor, code: string, network: string) =>
    visitor.post('/api/admin/session', { code }, { 'x-forwarded-for': network })
  const guess = (network: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => enter(shop.visitor(), 'guess', network)))
  const guessFromEverywhere = async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (__, index) => guess(`9.9.9.${index}`, 10)),
    )
    return answers.flat()
  }
  const countOf = (answers: readonly Answer[], code: string) =>
    answers.filter(({ body }) => body['code'] === code).length

  it('is limited for its network, with the time to wait, even for the right code', async () => {
    const answers = await guess('9.9.9.9', 15)
    expect([countOf(answers, 'wrong_code'), countOf(answers, 'rate_limited')]).toEqual([10, 5])
    const stopped = await enter(shop.visitor(), accessCode, '9.9.9.9')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(300)
    expect((await enter(shop.visitor(), accessCode, '8.8.8.8')).status).toBe(204)
  })

  it('does not use up the shared attempts with refused ones of its network', async () => {
    await guess('9.9.9.9', 80)
    expect((await enter(shop.visitor(), accessCode, '8.8.8.8')).status).toBe(204)
  })

  it('is limited when it comes from everywhere, but not for the owner’s browser', async () => {
    const owner = await adminByCode(shop)
    const returning = await adminByCode(shop)
    await returning.delete('/api/admin/session')
    const answers = await guessFromEverywhere()
    expect(countOf(answers, 'wrong_code')).toBeLessThanOrEqual(60)
    expect(countOf(answers, 'rate_limited')).toBeGreaterThanOrEqual(30)
    expect((await enter(shop.visitor(), accessCode, '8.8.8.8')).status).toBe(429)
    expect((await owner.get('/api/admin/session')).status).toBe(200)
    expect((await enter(returning, accessCode, '9.9.9.1')).status).toBe(204)
    expect((await shop.visitor().get('/api/payment-options')).status).toBe(200)
    shop.advanceClock(300_000)
    expect((await enter(shop.visitor(), accessCode, '8.8.8.8')).status).toBe(204)
  })

  it('is limited in a known browser as well, and a forged token does not count', async () => {
    const known = await adminByCode(shop)
    const answers: Answer[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      answers.push(await enter(known, 'guess', `7.7.7.${attempt}`))
    }
    expect([countOf(answers, 'wrong_code'), countOf(answers, 'rate_limited')]).toEqual([10, 2])
    await guess('9.9.9.9', 10)
    const pretender = shop.visitor()
    const [id] = (known.cookies.get('admin-device') ?? '').split('.')
    pretender.cookies.set('admin-device', `${id}.${'A'.repeat(43)}`)
    expect((await enter(pretender, accessCode, '9.9.9.9')).status).toBe(429)
  })
})
