import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'
import { createGrants } from './grants.ts'
import { players } from './players.ts'

const contract = loadContract('discord.json')
const { clientId, clientSecret } = discordCredentials
const [hunter, forester] = players.map(({ id }) => id)
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

const callbackOf = (fixture: Fixture) => `${fixture.product.origin}/api/auth/callback/discord`

function authorizeAddress(fixture: Fixture, change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callbackOf(fixture),
    scope: 'identify email',
    state: 'state-1',
    ...change,
  })
  return `${fixture.origin}/oauth2/authorize?${query.toString()}`
}

/** Presses a button of the authorize page; returns where it leads. */
async function decide(address: string, decision: string, player = hunter ?? ''): Promise<URL> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ decision, player }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

async function getCode(address: string, player?: string): Promise<string> {
  return (await decide(address, 'authorize', player)).searchParams.get('code') ?? ''
}

function askToken(fixture: Fixture, fields: Record<string, string>): Promise<Response> {
  return fetch(`${fixture.origin}/api/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }),
  })
}

function exchange(fixture: Fixture, code: string, more: Record<string, string> = {}) {
  const redirect_uri = callbackOf(fixture)
  return askToken(fixture, { grant_type: 'authorization_code', code, redirect_uri, ...more })
}

const readUser = (fixture: Fixture, token: string, path = 'users/@me') =>
  fetch(`${fixture.origin}/api/v10/${path}`, { headers: { authorization: `Bearer ${token}` } })

async function signIn(fixture: Fixture, scope: string, player = hunter) {
  const code = await getCode(authorizeAddress(fixture, { scope }), player)
  return tokens.parse(await (await exchange(fixture, code)).json())
}

test('the page offers three players and both buttons, and allows the redirect back', async () => {
  const fixture = await startFixture()
  const response = await fetch(authorizeAddress(fixture))
  const page = await response.text()
  expect(page.match(/type="radio"/g)).toHaveLength(3)
  expect(page).toContain('>Authorize</button>')
  expect(page).toContain('>Cancel</button>')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(response.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${fixture.product.origin}`,
  )
})

test('cancelling redirects back with the reason and the state', async () => {
  const fixture = await startFixture()
  const { href, searchParams } = await decide(authorizeAddress(fixture), 'cancel')
  expect(href.startsWith(callbackOf(fixture))).toBe(true)
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('state')).toBe('state-1')
  expect(searchParams.has('code')).toBe(false)
})

test.each([
  [{ client_id: '1' }],
  [{ response_type: 'token' }],
  [{ redirect_uri: 'https://evil.example/api/auth/callback/discord' }],
  [{ scope: '' }],
  [{ scope: 'identify everything' }],
  [{ code_challenge: 'plain', code_challenge_method: 'plain' }],
])('a request with %j shows an error and redirects nowhere', async (change) => {
  const fixture = await startFixture()
  const address = authorizeAddress(fixture, change)
  expect((await fetch(address)).status).toBe(400)
  const pressed = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'authorize', player: hunter ?? '' }),
    redirect: 'manual',
  })
  expect(pressed.status).toBe(400)
})

test('a code is exchanged for tokens once, and they identify the player', async () => {
  const fixture = await startFixture()
  const code = await getCode(authorizeAddress(fixture))
  const answer = await exchange(fixture, code)
  const body: unknown = await answer.json()
  const kind = { path: '/oauth2/token', method: 'post', status: '200' } as const
  expect(contract.faults(kind, body)).toEqual([])
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' })
  const user: unknown = await (await readUser(fixture, tokens.parse(body).access_token)).json()
  expect(contract.faults({ path: '/users/@me', method: 'get', status: '200' }, user)).toEqual([])
  expect(user).toMatchObject({ id: hunter, email: 'hunter@sandbox.example', verified: true })

  const again = await exchange(fixture, code)
  const refusal: unknown = await again.json()
  expect(again.status).toBe(400)
  expect(contract.faults({ ...kind, status: '400' }, refusal)).toEqual([])
  expect(refusal).toEqual({
    error: 'invalid_grant',
    error_description: 'Invalid "code" in request.',
  })
})

test('without the scope email there is no address; with it a player may still have none', async () => {
  const fixture = await startFixture()
  const brief = await signIn(fixture, 'identify')
  const user: unknown = await (await readUser(fixture, brief.access_token)).json()
  expect(user).not.toHaveProperty('email')
  expect(user).not.toHaveProperty('verified')
  const full = await signIn(fixture, 'identify email', forester)
  const shy: unknown = await (await readUser(fixture, full.access_token)).json()
  expect(contract.faults({ path: '/users/@me', method: 'get', status: '200' }, shy)).toEqual([])
  expect(shy).toMatchObject({ email: null, verified: false, avatar: null, global_name: null })
})

test('an encoded @me and a path without version work', async () => {
  const fixture = await startFixture()
  const { access_token: token } = await signIn(fixture, 'identify')
  expect((await readUser(fixture, token, 'users/%40me')).status).toBe(200)
  const unversioned = await fetch(`${fixture.origin}/api/users/@me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(unversioned.status).toBe(200)
})

test('a wrong token is a 401 in Discord’s shape', async () => {
  const response = await readUser(await startFixture(), 'forged')
  const body: unknown = await response.json()
  expect(response.status).toBe(401)
  expect(contract.faultsOf('ErrorResponse', body)).toEqual([])
  expect(body).toEqual({ message: '401: Unauthorized', code: 0 })
})

test('with a challenge only its verifier gets the tokens', async () => {
  const fixture = await startFixture()
  const verifier = 'a-verifier-of-at-least-forty-three-characters-0123'
  const address = authorizeAddress(fixture, {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  expect((await exchange(fixture, await getCode(address))).status).toBe(400)
  const wrong = await exchange(fixture, await getCode(address), { code_verifier: 'another' })
  expect(wrong.status).toBe(400)
  const right = await exchange(fixture, await getCode(address), { code_verifier: verifier })
  expect(right.status).toBe(200)
})

test('a code is only valid with its redirect address', async () => {
  const fixture = await startFixture()
  const code = await getCode(authorizeAddress(fixture))
  const answer = await exchange(fixture, code, { redirect_uri: 'https://evil.example' })
  expect(answer.status).toBe(400)
})

test.each([
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
])('%s is refused', async (_name, fields, status, error) => {
  const fixture = await startFixture()
  const answer = await exchange(fixture, 'any', fields)
  const body: unknown = await answer.json()
  expect(answer.status).toBe(status)
  const kind = { path: '/oauth2/token', method: 'post', status: '400' } as const
  expect(contract.faults(kind, body)).toEqual([])
  expect(body).toMatchObject({ error })
})

test('JSON is refused where a form is expected', async () => {
  const fixture = await startFixture()
  const answer = await fetch(`${fixture.origin}/api/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(400)
})

test('refreshing changes both tokens, revoking ends them', async () => {
  const fixture = await startFixture()
  const first = await signIn(fixture, 'identify')
  const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
  const second = tokens.parse(await (await askToken(fixture, fields)).json())
  expect(second.access_token).not.toBe(first.access_token)
  expect((await readUser(fixture, first.access_token)).status).toBe(401)
  expect((await askToken(fixture, fields)).status).toBe(400)

  await fetch(`${fixture.origin}/api/oauth2/token/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ token: second.access_token }),
  })
  expect((await readUser(fixture, second.access_token)).status).toBe(401)
})

const [player] = players
const minuteMs = 60_000

function prepare() {
  let nowMs = 0
  const grants = createGrants(() => nowMs)
  if (!player) throw new Error('there are demo players')
  const request = { player, scopes: ['identify'], redirectUri: 'here', codeChallenge: null }
  const code = grants.authorize(request)
  return { grants, code, pass: (ms: number) => (nowMs += ms) }
}

test('a code lives for ten minutes', () => {
  const inTime = prepare()
  inTime.pass(10 * minuteMs)
  expect(inTime.grants.exchange(inTime.code, 'here', null)).not.toBeNull()
  const late = prepare()
  late.pass(10 * minuteMs + 1)
  expect(late.grants.exchange(late.code, 'here', null)).toBeNull()
})

test('an access token lives for a week', () => {
  const { grants, code, pass } = prepare()
  const token = grants.exchange(code, 'here', null)?.accessToken ?? ''
  pass(7 * 24 * 60 * minuteMs - 1)
  expect(grants.findByAccessToken(token)).not.toBeNull()
  pass(1)
  expect(grants.findByAccessToken(token)).toBeNull()
})

test('the client gets a token for itself, without a refresh token', async () => {
  const fixture = await startFixture()
  const fields = { grant_type: 'client_credentials', scope: 'identify' }
  const answer = await askToken(fixture, fields)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 604_800,
    scope: 'identify',
  })
  expect((await askToken(fixture, { ...fields, client_secret: 'wrong' })).status).toBe(401)
})
