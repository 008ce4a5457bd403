import { expect, test } from 'vitest'
import { steamCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { steamPlayers } from './sign-in.ts'

const [hunter] = steamPlayers.map(({ steamId }) => steamId)

function loginAddress(fixture: Fixture, changes: Record<string, string> = {}): string {
  const anyAccount = 'http://specs.openid.net/auth/2.0/identifier_select'
  const query = new URLSearchParams({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'checkid_setup',
    'openid.identity': anyAccount,
    'openid.claimed_id': anyAccount,
    'openid.return_to': `${fixture.product.origin}/back?state=s1`,
    'openid.realm': fixture.product.origin,
    ...changes,
  })
  return `${fixture.origin}/openid/login?${query.toString()}`
}

/** Presses a button of the page; returns where it leads. */
async function decide(address: string, decision: string): Promise<URL> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ decision, player: hunter ?? '' }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

async function check(fixture: Fixture, { searchParams }: URL): Promise<string> {
  const fields = new URLSearchParams(searchParams)
  fields.set('openid.mode', 'check_authentication')
  const answer = await fetch(`${fixture.origin}/openid/login`, { method: 'POST', body: fields })
  return answer.text()
}

test('the page offers three players and both buttons, and allows the redirect back', async () => {
  const fixture = await startFixture()
  const response = await fetch(loginAddress(fixture))
  const page = await response.text()
  expect(page.match(/type="radio"/g)).toHaveLength(3)
  expect(page).toContain('>Sign in</button>')
  expect(page).toContain('>Cancel</button>')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(response.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${fixture.product.origin}`,
  )
})

test('an answer is confirmed once, and only as it was signed', async () => {
  const fixture = await startFixture()
  const answer = await decide(loginAddress(fixture), 'sign-in')
  expect(answer.searchParams.get('state')).toBe('s1')
  expect(answer.searchParams.get('openid.claimed_id')).toBe(`${fixture.origin}/openid/id/${hunter}`)
  const changed = new URL(answer)
  changed.searchParams.set('openid.claimed_id', `${fixture.origin}/openid/id/76561198000000042`)
  expect(await check(fixture, changed)).toContain('is_valid:false\n')
  expect(await check(fixture, answer)).toBe('ns:http://specs.openid.net/auth/2.0\nis_valid:true\n')
  expect(await check(fixture, answer)).toContain('is_valid:false\n')
})

test('cancelling redirects back with a cancelled answer', async () => {
  const fixture = await startFixture()
  const answer = await decide(loginAddress(fixture), 'cancel')
  expect(answer.href).toContain(`${fixture.product.origin}/back?state=s1&`)
  expect(answer.searchParams.get('openid.mode')).toBe('cancel')
  expect(answer.searchParams.has('openid.sig')).toBe(false)
})

test('a test signs in, or cancels, without a browser', async () => {
  const fixture = await startFixture()
  const url = loginAddress(fixture)
  const signIn = async (body: object) => {
    const answer = await fixture.control('steam/sign-in', body)
    return { status: answer.status, ...(await answer.json()) }
  }
  const { location } = await signIn({ url, steamId: hunter })
  expect(await check(fixture, new URL(location))).toContain('is_valid:true')
  expect((await signIn({ url })).location).toContain('openid.mode=cancel')
  expect(await signIn({ url: `${fixture.origin}/openid/login` })).toMatchObject({ status: 422 })
})

test.each([
  [{ 'openid.ns': 'http://openid.net/signon/1.1' }],
  [{ 'openid.mode': 'associate' }],
  [{ 'openid.claimed_id': 'https://steamcommunity.com/openid/id/1' }],
  [{ 'openid.realm': 'here' }],
  [{ 'openid.return_to': 'https://evil.example/back' }],
])('a request with %j shows an error and redirects nowhere', async (changes) => {
  const fixture = await startFixture()
  const address = loginAddress(fixture, changes)
  expect((await fetch(address)).status).toBe(400)
  const pressed = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'sign-in', player: hunter ?? '' }),
    redirect: 'manual',
  })
  expect(pressed.status).toBe(400)
})

test('names need the key; unknown accounts are simply missing', async () => {
  const { origin } = await startFixture()
  const ask = (key: string, ids: string) =>
    fetch(`${origin}/ISteamUser/GetPlayerSummaries/v2/?key=${key}&steamids=${ids}`)
  expect((await ask('wrong', hunter ?? '')).status).toBe(403)
  const answer = await ask(steamCredentials.apiKey, `${hunter},76561197960265729`)
  expect(await answer.json()).toMatchObject({
    response: { players: [{ steamid: hunter, personaname: 'Crystal Hunter' }] },
  })
})
