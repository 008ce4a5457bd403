import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { giveKr, insertShopItem } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn, type PlayerName } from '#test/sign-in.ts'
import { claimBalance, decideAtSteam, startClaim } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'

const claims = '/api/steam-claims'
const minute = 60_000
/** The sandbox has a name for the first account only. */
const [named, unnamed] = ['76561198006409531', '76561198011111111'] as const

describeOnDatabase('claiming a balance', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  // The limits are per network, and all of these players share one.
  beforeEach(async () => {
    await shop.services.database.db.deleteFrom('rate_limits').execute()
  })

  async function player(name: PlayerName): Promise<Visitor> {
    const visitor = shop.visitor()
    await signIn(visitor, name)
    return visitor
  }

  async function listClaims(visitor: Visitor): Promise<unknown> {
    return (await visitor.get(claims)).body['claims']
  }

  const returnWith = async (visitor: Visitor, { pathname, search }: URL) =>
    (await visitor.get(pathname + search)).headers.get('location')

  it('gives it to the account that signs in at Steam', async () => {
    const hunter = await player('hunter')
    const answer = await claimBalance(shop, hunter, named)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/wallet?claim=done'])
    const list = await hunter.get(claims)
    expect(list.headers.get('cache-control')).toBe('no-store')
    expect(list.body).toEqual({
      claimRequired: false,
      signedIn: true,
      claims: [
        {
          steamId: named,
          personaName: 'Crystal Hunter',
          claimedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    })
  })

  it('sends the player to Steam with our return address and a signed cookie', async () => {
    const hunter = await player('hunter')
    const answer = await hunter.post(claims, {})
    const url = new URL(String(answer.body['url']))
    expect(url.href).toMatch(new RegExp(`^${shop.sandbox.origin}/openid/login\\?`))
    expect(url.searchParams.get('openid.realm')).toBe(shop.origin)
    expect(url.searchParams.get('openid.return_to')).toMatch(
      new RegExp(`^${shop.origin}/api/steam-claims/callback\\?state=[\\w-]{32}$`),
    )
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^steam-claim=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('needs a signed-in account and one of our own pages', async () => {
    const stranger = shop.visitor()
    const refused = await stranger.post(claims, {})
    expect([refused.status, refused.body['code']]).toEqual([401, 'unauthenticated'])
    expect(stranger.cookies.size).toBe(0)
    expect((await stranger.get(claims)).body).toEqual({
      claimRequired: false,
      signedIn: false,
      claims: [],
    })
    const hunter = await player('hunter')
    const foreign = await hunter.post(claims, {}, { origin: 'https://evil.example' })
    expect([foreign.status, foreign.body['code']]).toEqual([403, 'foreign_origin'])
  })

  it('is shown to nobody else', async () => {
    const hunter = await player('hunter')
    await claimBalance(shop, hunter, named)
    expect(await listClaims(await player('mallory'))).toEqual([])
  })

  it('works without a name when Steam has none or does not answer', async () => {
    const hunter = await player('hunter')
    await claimBalance(shop, hunter, unnamed)
    expect(await listClaims(hunter)).toContainEqual({
      steamId: unnamed,
      personaName: null,
      claimedAt: expect.any(String),
    })
    const plain = await player('plain')
    const nameCall = { provider: 'steam', path: '/ISteamUser/', times: 1 }
    for (const kind of ['500', '429', 'reset', 'truncated']) {
      await shop.sandbox.fail({ ...nameCall, kind })
      const answer = await claimBalance(shop, plain, named)
      expect(answer.headers.get('location')).toBe('/wallet?claim=done')
    }
    // The earlier name stays.
    expect(await listClaims(plain)).toMatchObject([{ personaName: 'Crystal Hunter' }])
  })

  it('allows an account several balances, and the newest proof takes one over', async () => {
    const [mallory, hunter] = [await player('mallory'), await player('hunter')]
    await claimBalance(shop, mallory, unnamed)
    await claimBalance(shop, mallory, named)
    expect(await listClaims(mallory)).toHaveLength(2)
    await claimBalance(shop, hunter, named)
    expect(await listClaims(mallory)).toMatchObject([{ steamId: unnamed }])
    expect(await listClaims(hunter)).toMatchObject([{ steamId: named }])
  })

  it('lets only the account with the newest proof spend its Kr and read its lines', async () => {
    const { database } = shop.services
    const [mallory, hunter] = [await player('mallory'), await player('hunter')]
    const steamId = await giveKr(database, 1000)
    const item = await insertShopItem(database, { price: 100 })
    const order = { steamId, itemName: item.name, itemPrice: 100, itemId: item.id }
    const statuses = async (visitor: Visitor) => {
      const bought = await visitor.post('/functions/v1/process-krypto-skin-purchase', order)
      const read = await visitor.get(`/api/krypto-transactions/${steamId}`)
      return [bought.status, read.status]
    }
    expect(await statuses(shop.visitor())).toEqual([200, 403])
    await claimBalance(shop, mallory, steamId)
    expect(await statuses(mallory)).toEqual([200, 200])
    expect(await statuses(hunter)).toEqual([403, 403])
    await claimBalance(shop, hunter, steamId)
    expect(await statuses(hunter)).toEqual([200, 200])
    expect(await statuses(mallory)).toEqual([403, 403])
    expect(await statuses(shop.visitor())).toEqual([403, 403])
  })

  it('succeeds for one of two accounts that bring their proofs at once', async () => {
    const [mallory, hunter] = [await player('mallory'), await player('hunter')]
    const visitors = await Promise.all(
      Array.from({ length: 8 }, async (_element, index) => {
        const visitor = index % 2 === 0 ? mallory : hunter
        const copy = shop.visitor()
        for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
        const back = await decideAtSteam(shop, await startClaim(copy), unnamed)
        return { copy, back }
      }),
    )
    await Promise.all(visitors.map(({ copy, back }) => returnWith(copy, back)))
    const owners = [mallory, hunter].map(async (visitor) =>
      JSON.stringify(await listClaims(visitor)).includes(unnamed),
    )
    expect((await Promise.all(owners)).filter(Boolean)).toHaveLength(1)
  })

  it('changes nothing when the player cancels', async () => {
    const hunter = await player('hunter')
    const before = await listClaims(hunter)
    const back = await decideAtSteam(shop, await startClaim(hunter), null)
    expect(await returnWith(hunter, back)).toBe('/wallet?claim=cancelled')
    expect(await listClaims(hunter)).toEqual(before)
    expect(hunter.cookies.has('steam-claim')).toBe(false)
  })

  it.each(['500', '429', 'reset', 'truncated'])(
    'fails for now when Steam answers with %s',
    async (kind) => {
      const hunter = await player('plain')
      const before = await listClaims(hunter)
      const back = await decideAtSteam(shop, await startClaim(hunter), named)
      await shop.sandbox.fail({ provider: 'steam', path: '/openid/login', kind })
      expect(await returnWith(hunter, back)).toBe('/wallet?claim=unavailable')
      expect(await listClaims(hunter)).toEqual(before)
    },
  )

  it('accepts an answer once, also among many simultaneous requests', async () => {
    const hunter = await player('hunter')
    const back = await decideAtSteam(shop, await startClaim(hunter), unnamed)
    const copies = Array.from({ length: 10 }, () => {
      const copy = shop.visitor()
      for (const [name, value] of hunter.cookies) copy.cookies.set(name, value)
      return copy
    })
    const ends = await Promise.all(copies.map((copy) => returnWith(copy, back)))
    expect(ends.filter((end) => end === '/wallet?claim=done')).toHaveLength(1)
    expect(ends.filter((end) => end === '/wallet?claim=failed')).toHaveLength(9)
  })

  it('accepts an answer once even if Steam confirms it twice', async () => {
    const hunter = await player('hunter')
    const back = await decideAtSteam(shop, await startClaim(hunter), unnamed)
    const nonce = back.searchParams.get('openid.response_nonce') ?? ''
    await shop.services.database.db.insertInto('steam_nonces').values({ nonce }).execute()
    expect(await returnWith(hunter, back)).toBe('/wallet?claim=failed')
  })

  it.each([
    ['another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(32)), 'expired'],
    ['no state', (back: URL) => back.searchParams.delete('state'), 'expired'],
    [
      'a parameter twice',
      (back: URL) =>
        back.searchParams.append('openid.claimed_id', `${shop.sandbox.origin}/openid/id/${named}`),
      'failed',
    ],
    [
      'an own OpenID server',
      (back: URL) => back.searchParams.set('openid.op_endpoint', 'https://evil.example/'),
      'failed',
    ],
    [
      'the account of somebody else',
      (back: URL) => {
        const victim = `${shop.sandbox.origin}/openid/id/${named}`
        back.searchParams.set('openid.claimed_id', victim)
        back.searchParams.set('openid.identity', victim)
      },
      'failed',
    ],
    [
      'a fresh time on an answer',
      (back: URL) => back.searchParams.set('openid.response_nonce', new Date().toISOString()),
      'failed',
    ],
    ['a forged signature', (back: URL) => back.searchParams.set('openid.sig', 'AAAA'), 'failed'],
    ['no answer at all', (back: URL) => (back.search = ''), 'expired'],
  ])('refuses a return with %s', async (_name, change, outcome) => {
    const mallory = await player('mallory')
    const before = await listClaims(mallory)
    const back = await decideAtSteam(shop, await startClaim(mallory), '76561198022222222')
    change(back)
    expect(await returnWith(mallory, back)).toBe(`/wallet?claim=${outcome}`)
    expect(await listClaims(mallory)).toEqual(before)
  })

  it('refuses a Steam account that is not a person’s', async () => {
    const mallory = await player('mallory')
    // The second instance of an account, which opens the same profile; Steam would sign it.
    const answer = await claimBalance(shop, mallory, '76561202301376826')
    expect(answer.headers.get('location')).toBe('/wallet?claim=failed')
  })

  it('refuses a return in another browser or with another account', async () => {
    const [hunter, mallory] = [await player('hunter'), await player('mallory')]
    const back = await decideAtSteam(shop, await startClaim(hunter), named)
    // Somebody made Mallory open the address, perhaps while she is signing in at Steam herself.
    expect(await returnWith(mallory, back)).toBe('/wallet?claim=expired')
    await startClaim(mallory)
    expect(await returnWith(mallory, back)).toBe('/wallet?claim=expired')
    expect(await returnWith(shop.visitor(), back)).toBe('/wallet?claim=expired')
    // The first player's browser, signed in as the other player meanwhile.
    const changed = shop.visitor()
    for (const [name, value] of hunter.cookies) changed.cookies.set(name, value)
    await signIn(changed, 'mallory')
    expect(await returnWith(changed, back)).toBe('/wallet?claim=expired')
    expect(await returnWith(hunter, back)).toBe('/wallet?claim=done')
  })

  it('refuses a cookie that it did not sign', async () => {
    const mallory = await player('mallory')
    const back = await decideAtSteam(shop, await startClaim(mallory), named)
    const state = back.searchParams.get('state')
    const ends = Math.floor(Date.now() / 1000) + 10_000_000
    for (const token of ['', 'x', `${state}`, `${state}.${ends}.`, `${state}.${ends}.AAAA`]) {
      mallory.cookies.set('steam-claim', token)
      expect(await returnWith(mallory, back)).toBe('/wallet?claim=expired')
    }
  })

  it('refuses a return that is too late', async () => {
    const hunter = await player('hunter')
    const back = await decideAtSteam(shop, await startClaim(hunter), unnamed)
    shop.advanceClock(6 * minute)
    expect(await returnWith(hunter, back)).toBe('/wallet?claim=failed')
    const url = await startClaim(hunter)
    shop.advanceClock(15 * minute)
    const late = await decideAtSteam(shop, url, unnamed)
    expect(await returnWith(hunter, late)).toBe('/wallet?claim=expired')
  })

  it('sends no flood on to Steam, and still leads players to the wallet', async () => {
    const hunter = await player('hunter')
    shop.beginWindow(60)
    const starts = await Promise.all(Array.from({ length: 25 }, () => hunter.post(claims, {})))
    expect(starts.filter(({ status }) => status === 429)).toHaveLength(5)
    const returns = await Promise.all(
      Array.from({ length: 35 }, () => hunter.get(`${claims}/callback`)),
    )
    const ends = returns.map(({ headers }) => headers.get('location'))
    expect(ends.filter((end) => end === '/wallet?claim=unavailable')).toHaveLength(5)
    expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([303]))
  })
})
