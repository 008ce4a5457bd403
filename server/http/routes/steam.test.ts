import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { steamPlayers } from '#sandbox/steam/sign-in.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { decideAtSteam } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'

const minute = 60_000
const [hunter = '', forester = ''] = steamPlayers.map(({ steamId }) => steamId)

describeOnDatabase('what Steam knows of a visitor', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    await shop.services.database.db.deleteFrom('rate_limits').execute()
  })

  const readProfile = async (steamId: string): Promise<Readonly<Record<string, unknown>>> => {
    const { status, body } = await shop.visitor().get(`/api/steam-profiles/${steamId}`)
    return { status, ...body }
  }
  const failSteam = () =>
    shop.sandbox.fail({ provider: 'steam', path: '/ISteamUser/', kind: '500', times: 1 })

  it('shows the name and picture of a Steam ID, which it requests once', async () => {
    const known = await readProfile(hunter)
    expect(known).toEqual({
      status: 200,
      profile: {
        name: 'Crystal Hunter',
        avatarUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{40}_medium\.jpg$/),
      },
    })
    const { avatarUrl } = z.object({ avatarUrl: z.string() }).parse(known['profile'])
    expect((await fetch(avatarUrl)).headers.get('content-type')).toBe('image/png')
    await failSteam()
    expect(await readProfile(hunter)).toEqual(known)
    // The fault is still there, so Steam was not called.
    expect(await readProfile(forester)).toEqual({ status: 200, profile: null })
  })

  it('shows nothing while Steam does not answer, and tries again after a minute', async () => {
    const [, , steamId = ''] = steamPlayers.map((player) => player.steamId)
    await failSteam()
    expect(await readProfile(steamId)).toEqual({ status: 200, profile: null })
    expect(await readProfile(steamId)).toEqual({ status: 200, profile: null })
    shop.advanceClock(minute + 1)
    expect(await readProfile(steamId)).toMatchObject({ profile: { name: expect.any(String) } })
  })

  it('shows nothing of an account that Steam does not know, and refuses what is no Steam ID', async () => {
    expect(await readProfile('76561198099999999')).toEqual({ status: 200, profile: null })
    expect(await readProfile('sokol')).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  const start = async (visitor: Visitor, returnTo = '/krypto-points'): Promise<string> => {
    const answer = await visitor.post('/api/steam-fill-ins', { returnTo })
    return z.object({ url: z.string() }).parse(answer.body).url
  }
  const comeBack = async (visitor: Visitor, { pathname, search }: URL) => {
    const answer = await visitor.get(pathname + search)
    return [answer.status, answer.headers.get('location')]
  }
  const takeResult = async (visitor: Visitor) =>
    (await visitor.post('/api/steam-fill-ins/result', {})).body

  it('fills in the proven Steam ID on the page where it began, once and without an account', async () => {
    const visitor = shop.visitor()
    const back = await decideAtSteam(shop, await start(visitor, '/donation/skin'), forester)
    expect(await comeBack(visitor, back)).toEqual([303, '/donation/skin'])
    expect(await takeResult(visitor)).toEqual({ outcome: 'done', steamId: forester })
    expect(await takeResult(visitor)).toEqual({ outcome: 'none', steamId: null })
    const { db } = shop.services.database
    expect(await db.selectFrom('steam_claims').selectAll().execute()).toEqual([])
  })

  it('keeps its token and its result out of the reach of scripts and of addresses', async () => {
    const visitor = shop.visitor()
    const started = await visitor.post('/api/steam-fill-ins', { returnTo: '/wallet' })
    expect(started.headers.getSetCookie().join()).toMatch(
      /^steam-fill-in=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const { url } = z.object({ url: z.string() }).parse(started.body)
    const { pathname, search } = await decideAtSteam(shop, url, hunter)
    const returned = await visitor.get(pathname + search)
    expect(returned.headers.get('location')).toBe('/wallet')
    expect(returned.headers.getSetCookie().join()).toMatch(
      /steam-fill-in-result=[\w.-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax/,
    )
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/wallet?next=//evil.example',
    '/%2f%2fevil.example',
    '/../x',
    '',
  ])('returns to no page but ours: %j', async (returnTo) => {
    const { status } = await shop.visitor().post('/api/steam-fill-ins', { returnTo })
    expect(status).toBe(422)
  })

  it.each(['/shop?x=1&y=%D0%96', '/shop?x=Ж', '/／'])('returns to %s', async (returnTo) => {
    const visitor = shop.visitor()
    const back = await decideAtSteam(shop, await start(visitor, returnTo), null)
    expect(await comeBack(visitor, back)).toEqual([303, encodeURI(decodeURI(returnTo))])
  })

  it('starts from our own pages only', async () => {
    const headers = { origin: 'https://evil.example' }
    const { body } = await shop.visitor().post('/api/steam-fill-ins', { returnTo: '/' }, headers)
    expect(body['code']).toBe('foreign_origin')
  })

  it('says that the visitor has cancelled', async () => {
    const visitor = shop.visitor()
    const back = await decideAtSteam(shop, await start(visitor), null)
    expect(await comeBack(visitor, back)).toEqual([303, '/krypto-points'])
    expect(await takeResult(visitor)).toEqual({ outcome: 'cancelled', steamId: null })
  })

  it('refuses the return of another browser, or of another visit', async () => {
    const [mallory, victim] = [shop.visitor(), shop.visitor()]
    const back = await decideAtSteam(shop, await start(mallory), hunter)
    for (const prepare of [() => Promise.resolve(''), () => start(victim)]) {
      await prepare()
      expect(await comeBack(victim, back)).toEqual([303, '/'])
      expect(await takeResult(victim)).toEqual({ outcome: 'expired', steamId: null })
    }
  })

  it('accepts an answer of Steam once, even with a copy of the cookies', async () => {
    const [visitor, copy] = [shop.visitor(), shop.visitor()]
    const back = await decideAtSteam(shop, await start(visitor), hunter)
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    await comeBack(visitor, back)
    await comeBack(copy, back)
    expect(await takeResult(visitor)).toMatchObject({ outcome: 'done' })
    expect(await takeResult(copy)).toEqual({ outcome: 'failed', steamId: null })
  })

  it('accepts no cookie that it did not sign for this', async () => {
    const visitor = shop.visitor()
    await start(visitor)
    const token = visitor.cookies.get('steam-fill-in') ?? ''
    const ends = Math.floor(Date.now() / 1000) + 100
    for (const text of [token, `${hunter}.${ends}.`, `${hunter}.${ends}.AAAA`, 'x', '']) {
      visitor.cookies.set('steam-fill-in-result', text)
      expect(await takeResult(visitor)).toEqual({ outcome: 'none', steamId: null })
    }
  })

  it('forgets a result that no page has fetched in time', async () => {
    const visitor = shop.visitor()
    await comeBack(visitor, await decideAtSteam(shop, await start(visitor), hunter))
    shop.advanceClock(5 * minute)
    expect(await takeResult(visitor)).toEqual({ outcome: 'none', steamId: null })
  })

  it('sends no flood on to Steam, and still leads visitors to a page', async () => {
    const visitor = shop.visitor()
    shop.beginWindow(60)
    const starts = await Promise.all(
      Array.from({ length: 25 }, () => visitor.post('/api/steam-fill-ins', { returnTo: '/' })),
    )
    expect(starts.filter(({ status }) => status === 429)).toHaveLength(5)
    const returns = await Promise.all(
      Array.from({ length: 35 }, () => visitor.get('/api/steam-fill-ins/callback')),
    )
    expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([303]))
  })
})
