import { beforeAll, beforeEach, expect, it } from 'vitest'
import { betaRelease } from '#site/community.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { unlockBeta } from '#server/services/beta/unlock-beta.ts'
import { ServiceError } from '#server/services/service-error.ts'

const unlock = '/api/beta/unlock'
const rightCode = '20261231'

describeOnDatabase('the code of the beta', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {
      BETA_CODE: rightCode,
      TRUSTED_PROXIES: '127.0.0.1',
    })
  })
  // Each test starts with a fresh window.
  beforeEach(() => shop.beginWindow(300))

  const attempt = (code: unknown, address = '203.0.113.7') =>
    shop.visitor().post(unlock, { code }, { 'x-forwarded-for': address })

  it('answers the day of the release to the right code', async () => {
    const answer = await attempt(rightCode)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ unlocked: true, releaseDate: betaRelease.date })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['wrong', '12345678', 403, 'wrong_code'],
    ['a part of the right one', rightCode.slice(0, 7), 403, 'wrong_code'],
    ['empty', '', 422, 'validation_failed'],
    ['too long', `${rightCode}0`, 422, 'validation_failed'],
    ['not of digits', '2026123x', 422, 'validation_failed'],
    ['of other digits', '٢٠٢٦١٢٣١', 422, 'validation_failed'],
    ['a number', Number(rightCode), 422, 'validation_failed'],
    ['missing', undefined, 422, 'validation_failed'],
  ])('refuses a code that is %s, and says nothing of the day', async (_, code, status, problem) => {
    const answer = await attempt(code)
    expect([answer.status, answer.body['code']]).toEqual([status, problem])
    expect(JSON.stringify(answer.body)).not.toContain(betaRelease.date)
  })

  it('refuses bodies other than JSON, other methods and pages of other sites', async () => {
    const visitor = shop.visitor()
    expect((await visitor.post(unlock, '{')).body['code']).toBe('invalid_json')
    expect((await visitor.get(unlock)).status).toBe(405)
    const foreign = await visitor.post(
      unlock,
      { code: rightCode },
      { origin: 'https://evil.example' },
    )
    expect([foreign.status, foreign.body['code']]).toEqual([403, 'foreign_origin'])
  })

  it('lets one network try ten times in five minutes, without affecting others', async () => {
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await attempt('0')).body['code']).toBe('wrong_code')
    }
    const limited = await attempt(rightCode)
    expect([limited.status, limited.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await attempt(rightCode, '203.0.113.8')).status).toBe(200)
    shop.advanceClock(5 * 60 * 1000)
    expect((await attempt(rightCode)).status).toBe(200)
  })

  it('closes for everybody after 500 wrong codes of all networks in an hour', async () => {
    shop.beginWindow(3600)
    const tryFrom = (network: number, code: string) =>
      unlockBeta(shop.services, {
        code,
        networks: [{ name: `network ${network}`, factor: 1 }],
      }).then(
        () => 'unlocked',
        (error: unknown) => (error instanceof ServiceError ? error.code : error),
      )
    const tries = Array.from({ length: 500 }, (_, index) => Math.floor(index / 9))
    // Right codes are not counted.
    const right = await Promise.all(
      tries.slice(0, 50).map((__, index) => tryFrom(index, rightCode)),
    )
    expect(new Set(right)).toEqual(new Set(['unlocked']))
    const wrong = await Promise.all(tries.map((network) => tryFrom(network, '0')))
    expect(new Set(wrong)).toEqual(new Set(['wrong_code']))
    for (const code of [rightCode, '0']) {
      const refused = await attempt(code, '203.0.113.9')
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited'])
    }
    shop.advanceClock(60 * 60 * 1000)
    expect((await attempt(rightCode, '203.0.113.9')).status).toBe(200)
  })
})
