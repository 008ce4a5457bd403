import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { decideAtDiscord, signIn, startSignIn } from '#test/sign-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

describeOnDatabase('a sign-in that must not succeed', (_, createTestDatabase) => {
  let shop: TestShop
  let visitor: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    await shop.services.database.db.deleteFrom('rate_limits').execute()
    await shop.services.database.db.deleteFrom('users').execute()
    visitor = shop.visitor()
  })

  it('was cancelled at Discord', async () => {
    const answer = await visitor.get(
      await decideAtDiscord(await startSignIn(visitor), 'hunter', 'cancel'),
    )
    await expectRefused(shop, visitor, answer, 'access_denied')
  })

  it('has a foreign state', async () => {
    const address = await decideAtDiscord(await startSignIn(visitor), 'hunter')
    const forged = address.replace(/state=[^&]+/, 'state=forged')
    await expectRefused(shop, visitor, await visitor.get(forged))
  })

  it('has no state', async () => {
    const address = await decideAtDiscord(await startSignIn(visitor), 'hunter')
    const answer = await visitor.get(address.replace(/&?state=[^&]+/, ''))
    await expectRefused(shop, visitor, answer)
  })

  it('ends in another browser than it started in', async () => {
    const address = await decideAtDiscord(await startSignIn(visitor), 'mallory')
    const victim = shop.visitor()
    await expectRefused(shop, victim, await victim.get(address))
    const busyVictim = shop.visitor()
    await startSignIn(busyVictim)
    await expectRefused(shop, busyVictim, await busyVictim.get(address))
  })

  it('repeats one that succeeded', async () => {
    const address = await decideAtDiscord(await startSignIn(visitor), 'hunter')
    await visitor.get(address)
    const cookies = new Map(visitor.cookies)
    await visitor.post('/api/auth/sign-out', {})
    for (const [name, value] of cookies) {
      if (!name.includes('session')) visitor.cookies.set(name, value)
    }
    const again = await visitor.get(address)
    expect(again.headers.get('location')).toMatch(/^\/login\?error=/)
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  })

  it('has no code, or one that Discord never issued', async () => {
    const state = (await startSignIn(visitor)).searchParams.get('state') ?? ''
    const answer = await visitor.get(`/api/auth/callback/discord?state=${state}`)
    await expectRefused(shop, visitor, answer)
    const next = (await startSignIn(visitor)).searchParams.get('state') ?? ''
    const forged = await visitor.get(`/api/auth/callback/discord?code=forged&state=${next}`)
    await expectRefused(shop, visitor, forged)
  })

  it('brings an id token instead of going to Discord', async () => {
    await visitor.post('/api/auth/sign-in/social', {
      provider: 'discord',
      idToken: { token: 'x.y.z', accessToken: 'x' },
    })
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  })

  it.each(['google', 'github', 'nothing', ''])('names the provider %s', async (provider) => {
    const answer = await visitor.post('/api/auth/sign-in/social', { provider })
    expectProblem(answer)
    expect([404, 422]).toContain(answer.status)
  })

  it.each([
    ['callbackURL', 'https://evil.example/'],
    ['callbackURL', '//evil.example/'],
    ['callbackURL', '/\\evil.example/'],
    ['callbackURL', '/%2fevil.example/'],
    ['callbackURL', '/\ud800'],
    ['callbackURL', 'javascript:alert(1)'],
    ['errorCallbackURL', 'https://evil.example/'],
  ])('leads elsewhere by %s %s', async (name, url) => {
    const answer = await visitor.post('/api/auth/sign-in/social', {
      provider: 'discord',
      callbackURL: '/',
      [name]: url,
    })
    expect(answer.status).toBe(422)
    expectProblem(answer)
  })

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'is requested by a page of %s',
    async (origin) => {
      const answer = await visitor.post(
        '/api/auth/sign-in/social',
        { provider: 'discord', callbackURL: '/' },
        { origin },
      )
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ code: 'foreign_origin' })
    },
  )

  it('is a sign-out requested by another site', async () => {
    await signIn(visitor, 'hunter')
    const answer = await visitor.post('/api/auth/sign-out', {}, { origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect((await visitor.get('/api/session')).body).not.toEqual({ user: null })
  })

  describe.each(['/api/oauth2/token', '/api/v10/users/'])(
    'meets a Discord that fails at %s',
    (path) => {
      it.each(['500', '429', 'reset', 'truncated'])('with %s', async (kind) => {
        const address = await decideAtDiscord(await startSignIn(visitor), 'hunter')
        await shop.sandbox.fail({ provider: 'discord', kind, path })
        await expectRefused(shop, visitor, await visitor.get(address))
        await signIn(visitor, 'hunter')
        expect((await visitor.get('/api/session')).body).not.toEqual({ user: null })
      })
    },
  )

  it.each([
    '/api/auth/get-session',
    '/api/auth/ok',
    '/api/auth/error',
    '/api/auth/list-sessions',
    '/api/auth/callback/google',
    '/api/auth/sign-in/email',
  ])('finds no back door at %s', async (path) => {
    for (const answer of [await visitor.get(path), await visitor.post(path, {})]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'not_found' })
    }
  })
})

describeOnDatabase('behind a proxy that speaks https', (_, createTestDatabase) => {
  it('returns to the public origin, whatever host a request names', async () => {
    const origin = 'https://shop.example'
    const location = await createTestDatabase()
    const settings = {
      ...productionSettings,
      PUBLIC_ORIGIN: origin,
      ...(location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATABASE_URL: '', ALLOW_EMBEDDED_DATABASE: 'true' }),
    }
    const shop = await openShop(location, settings, productionSite)
    const answer = await shop
      .visitor()
      .post(
        '/api/auth/sign-in/social',
        { provider: 'discord', callbackURL: '/', disableRedirect: true },
        { origin, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      )
    const { searchParams } = new URL(String(answer.body['url']))
    expect(searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/discord`)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-.*; HttpOnly; Secure; SameSite=Lax/),
    ])
    const local = { provider: 'discord', callbackURL: `${shop.origin}/` }
    const foreign = await shop.visitor().post('/api/auth/sign-in/social', local, { origin })
    expect(foreign.status).toBe(422)
  })
})

describeOnDatabase('a flood of sign-ins', (_, createTestDatabase) => {
  it('is limited with the time to wait, without affecting other pages', async () => {
    const shop = await openShop(await createTestDatabase())
    const visitor = shop.visitor()
    shop.beginWindow(60)
    const answers: Answer[] = []
    for (let attempt = 0; attempt < 31; attempt += 1) {
      answers.push(await visitor.post('/api/auth/sign-in/social', { provider: 'discord' }))
    }
    const last = answers.at(-1)
    expect(answers.slice(0, 30).map(({ status }) => status)).not.toContain(429)
    expect(last?.status).toBe(429)
    expect(last?.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await visitor.get('/api/session')).status).toBe(200)
    const comingBack = await visitor.get('/api/auth/callback/discord?code=x&state=x')
    expect(comingBack.status).toBe(302)
    expect(comingBack.headers.get('location')).toBe('/login?error=rate_limited')
  })
})

/** Expects the login page with a reason, no session and no partial records. */
async function expectRefused(
  { services }: TestShop,
  visitor: Visitor,
  answer: Answer,
  reason = '',
): Promise<void> {
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(new RegExp(`^/login\\?error=${reason}`))
  expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  const { db } = services.database
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
}

function expectProblem(answer: Answer): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
}
