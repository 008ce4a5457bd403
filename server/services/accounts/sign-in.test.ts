import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findPlayer } from '#sandbox/discord/players.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { decideAtDiscord, players, signIn, startSignIn } from '#test/sign-in.ts'

describeOnDatabase('signing in', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(() => shop.services.database.db.deleteFrom('rate_limits').execute())

  it('starts a session through Discord', async () => {
    const visitor = shop.visitor()
    const answer = await signIn(visitor, 'hunter')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/auth/callback')
    expect((await visitor.get('/api/session')).body).toEqual({
      user: {
        name: findPlayer(players.hunter)?.globalName,
        avatarUrl: `${shop.sandbox.origin}/avatars/${players.hunter}/${findPlayer(players.hunter)?.avatar}.png`,
        discordUsername: findPlayer(players.hunter)?.username,
      },
    })
  })

  it('is logged, successful or not, without a name', async () => {
    const info = vi.spyOn(shop.services.log, 'info')
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    await visitor.get(await decideAtDiscord(await startSignIn(visitor), 'hunter', 'cancel'))
    const lines = info.mock.calls.filter(([, message]) => message === 'sign-in')
    info.mockRestore()
    expect(lines.map(([fields]) => fields)).toEqual([{ outcome: 'done' }, { outcome: 'refused' }])
  })

  it('sets a cookie that no script and no other site can use', async () => {
    const answer = await signIn(shop.visitor(), 'hunter')
    const session = answer.headers.getSetCookie().find((cookie) => cookie.includes('session_token'))
    expect(session).toMatch(/HttpOnly/i)
    expect(session).toMatch(/SameSite=Lax/i)
    expect(session).toMatch(/Path=\//i)
  })

  it('accepts a player without avatar, display name and e-mail', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'plain')
    const avatar = (BigInt(players.plain) >> 22n) % 6n
    expect((await visitor.get('/api/session')).body).toEqual({
      user: {
        name: findPlayer(players.plain)?.username,
        avatarUrl: `${shop.sandbox.origin}/embed/avatars/${avatar}.png`,
        discordUsername: findPlayer(players.plain)?.username,
      },
    })
  })

  it('passes a name with markup on as plain text', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'mallory')
    expect((await visitor.get('/api/session')).body).toMatchObject({
      user: {
        name: findPlayer(players.mallory)?.globalName,
      },
    })
  })

  it('uses PKCE, and Discord enforces it', async () => {
    const visitor = shop.visitor()
    const url = await startSignIn(visitor)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('scope')).toBe('identify email')
    url.searchParams.set('code_challenge', 'another-challenge-another-challenge-another')
    const answer = await visitor.get(await decideAtDiscord(url, 'hunter'))
    expect(answer.headers.get('location')).toMatch(/^\/login\?error=/)
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  })

  it('stores only the id, name and picture of a Discord account', async () => {
    await signIn(shop.visitor(), 'hunter')
    const { db } = shop.services.database
    const accounts = await db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.user_id')
      .select(['account_id', 'access_token', 'refresh_token', 'id_token', 'password', 'email'])
      .where('account_id', '=', players.hunter)
      .execute()
    expect(accounts).toEqual([
      {
        account_id: players.hunter,
        access_token: null,
        refresh_token: null,
        id_token: null,
        password: null,
        email: `${players.hunter}@discord.invalid`,
      },
    ])
  })

  it('stores no e-mail address in any column of any table', async () => {
    await signIn(shop.visitor(), 'hunter')
    await signIn(shop.visitor(), 'mallory')
    const rows = await readAllRows(shop)
    expect(rows).toContainEqual(expect.stringContaining(players.hunter))
    expect(rows.filter((row) => row.includes('@sandbox.example'))).toEqual([])
  })

  it.each([
    ['scopes', ['identify', 'email', 'guilds', 'guilds.join']],
    ['scopes', []],
    ['additionalParams', { permissions: '8', prompt: 'none' }],
    ['loginHint', 'somebody'],
    ['additionalData', { callbackURL: 'https://evil.example/', link: { userId: 'x' } }],
    ['newUserCallbackURL', 'https://evil.example/'],
    ['requestSignUp', false],
    ['disableRedirect', 'yes'],
    ['idToken', { token: 'x.y.z', accessToken: 'x' }],
  ])('sends Discord the same request, whatever %s the client sends', async (field, value) => {
    const visitor = shop.visitor()
    const body = { provider: 'discord', callbackURL: '/auth/callback', [field]: value }
    const answer = await visitor.post('/api/auth/sign-in/social', body)
    const url = new URL(String(answer.body['url']))
    const { state, code_challenge: challenge, ...parameters } = Object.fromEntries(url.searchParams)
    expect([state, challenge]).toEqual([expect.any(String), expect.any(String)])
    expect(parameters).toEqual({
      response_type: 'code',
      client_id: shop.services.config.discord.clientId,
      scope: 'identify email',
      redirect_uri: `${shop.origin}/api/auth/callback/discord`,
      code_challenge_method: 'S256',
    })
    const arrival = await visitor.get(await decideAtDiscord(url, 'hunter'))
    expect(arrival.headers.get('location')).toBe('/auth/callback')
  })

  it.each(['/shop?x=Ж', '/／'])('leads to %s, and logs no fault', async (callbackURL) => {
    const visitor = shop.visitor()
    const body = { provider: 'discord', callbackURL }
    const { url } = (await visitor.post('/api/auth/sign-in/social', body)).body
    const arrival = await visitor.get(await decideAtDiscord(new URL(String(url)), 'hunter'))
    expect(arrival.headers.get('location')).toBe(shop.origin + encodeURI(callbackURL))
    expect(shop.readErrors()).toEqual([])
  })

  it('recognises a player after a change of name', async () => {
    const { db } = shop.services.database
    await signIn(shop.visitor(), 'hunter')
    const before = await userOf(shop, players.hunter)
    await db
      .updateTable('users')
      .set({ name: 'old name', discord_username: null })
      .where('id', '=', before.id)
      .execute()
    await signIn(shop.visitor(), 'hunter')
    expect(await userOf(shop, players.hunter)).toEqual(before)
  })

  it('takes the unique username from Discord alone', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'mallory')
    const wanted = { name: 'crystal_hunter', discordUsername: 'crystal_hunter' }
    for (const path of ['/api/auth/update-user', '/api/session']) {
      expect([404, 405]).toContain((await visitor.post(path, wanted)).status)
    }
    expect((await visitor.get('/api/session')).body).toMatchObject({
      user: { discordUsername: findPlayer(players.mallory)?.username },
    })
  })

  it('removes a username from its previous owner when it belongs to another player now', async () => {
    const { db } = shop.services.database
    await signIn(shop.visitor(), 'mallory')
    const before = await userOf(shop, players.mallory)
    const given = findPlayer(players.hunter)?.username
    await db
      .updateTable('users')
      .set({ discord_username: given })
      .where('id', '=', before.id)
      .execute()
    await signIn(shop.visitor(), 'hunter')
    expect(await userOf(shop, players.hunter)).toMatchObject({ discord_username: given })
    expect(await userOf(shop, players.mallory)).toEqual({ ...before, discord_username: null })
  })

  it('creates two users for two players, whatever their e-mail', async () => {
    await signIn(shop.visitor(), 'hunter')
    await signIn(shop.visitor(), 'mallory')
    const hunter = await userOf(shop, players.hunter)
    const mallory = await userOf(shop, players.mallory)
    expect(hunter.id).not.toBe(mallory.id)
  })

  it('creates one user when a new player signs in twice at once', async () => {
    await shop.services.database.db.deleteFrom('users').execute()
    const visitors = [shop.visitor(), shop.visitor(), shop.visitor()]
    const addresses = await Promise.all(
      visitors.map(async (visitor) => decideAtDiscord(await startSignIn(visitor), 'plain')),
    )
    await Promise.all(visitors.map((visitor, index) => visitor.get(addresses[index] ?? '')))
    const users = await shop.services.database.db.selectFrom('users').select('id').execute()
    expect(users).toHaveLength(1)
  })

  it('ends with signing out', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    const stolen = new Map(visitor.cookies)
    expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200)
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
    const thief = shop.visitor()
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.get('/api/session')).body).toEqual({ user: null })
  })

  it('expires after thirty days without a visit', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    const { db } = shop.services.database
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  })

  it('is extended by thirty days, in the browser too, when the player returns', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    const { db } = shop.services.database
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    await db
      .updateTable('sessions')
      .set({ expires_at: inDays(10) })
      .execute()
    // A request that cannot renew the cookie does not extend the session.
    expect((await visitor.get('/api/steam-claims')).status).toBe(200)
    const { headers } = await visitor.get('/api/session')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/session_token=.*; Max-Age=2592000; Path=\/; HttpOnly/),
    ])
    const { expires_at } = await db
      .selectFrom('sessions')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(expires_at > inDays(29)).toBe(true)
    const again = await visitor.get('/api/session')
    expect(again.body['user']).not.toBeNull()
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('is not possible with a forged cookie', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    const [name, value = ''] = [...visitor.cookies].find(([key]) => key.includes('session')) ?? ['']
    const [token = ''] = decodeURIComponent(value).split('.')
    for (const forged of [token, `${token}.forged`, `${token}.${btoa('x'.repeat(32))}`, '', '{}']) {
      const forger = shop.visitor()
      forger.cookies.set(name, encodeURIComponent(forged))
      expect((await forger.get('/api/session')).body).toEqual({ user: null })
    }
  })

  it('stores no address of the player', async () => {
    const visitor = shop.visitor()
    await visitor.get('/api/session', { 'x-forwarded-for': '9.9.9.9' })
    await signIn(visitor, 'hunter')
    const sessions = await shop.services.database.db
      .selectFrom('sessions')
      .select('ip_address')
      .execute()
    expect(sessions.map(({ ip_address }) => ip_address || null)).toEqual(sessions.map(() => null))
  })

  it('distinguishes a bug of ours from a database that is down', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    const { db } = shop.services.database
    await sql`alter table sessions rename to lost_sessions`.execute(db)
    const answer = await visitor.get('/api/session')
    await sql`alter table lost_sessions rename to sessions`.execute(db)
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ code: 'internal_error' })
    expect((await visitor.get('/api/session')).status).toBe(200)
  })
})

async function userOf({ services }: TestShop, discordId: string) {
  return services.database.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.discord_username'])
    .where('accounts.account_id', '=', discordId)
    .executeTakeFirstOrThrow()
}

/** Every row of every table, as text. */
async function readAllRows({ services }: TestShop): Promise<readonly string[]> {
  const { db } = services.database
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  const rows: string[] = []
  for (const { schema, name } of tables.rows) {
    const found = await sql<{ row: string }>`
      select t::text as row from ${sql.id(schema, name)} t`.execute(db)
    rows.push(...found.rows.map(({ row }) => row))
  }
  return rows
}
