import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { players } from './players.ts'

/** A site with sign-in and without a database: its users are in memory. */
function createSite(fixture: Fixture, pkce: boolean) {
  return betterAuth({
    baseURL: fixture.product.origin,
    secret: 'a-secret-of-a-test-that-is-long-enough',
    telemetry: { enabled: false },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'discord',
            clientId: discordCredentials.clientId,
            clientSecret: discordCredentials.clientSecret,
            authorizationUrl: `${fixture.origin}/oauth2/authorize`,
            tokenUrl: `${fixture.origin}/api/oauth2/token`,
            userInfoUrl: `${fixture.origin}/api/v10/users/@me`,
            scopes: ['identify', 'email'],
            pkce,
            mapProfileToUser: ({ username }) => ({ name: String(username) }),
          },
        ],
      }),
    ],
  })
}

test.each([true, false])('better-auth signs a player in, PKCE %s', async (pkce) => {
  const fixture = await startFixture()
  const site = createSite(fixture, pkce)
  const ask = (path: string, options: RequestInit) =>
    site.handler(new Request(`${fixture.product.origin}/api/auth${path}`, options))

  const start = await ask('/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: fixture.product.origin },
    body: JSON.stringify({ provider: 'discord', callbackURL: '/' }),
  })
  const { url } = z.object({ url: z.url() }).parse(await start.json())
  expect(new URL(url).searchParams.has('code_challenge')).toBe(pkce)
  const decided = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'authorize', player: players[0]?.id ?? '' }),
    redirect: 'manual',
  })
  const back = new URL(decided.headers.get('location') ?? '')
  const finish = await ask(`/callback/discord${back.search}`, {
    headers: { cookie: cookiesOf(start) },
  })
  const session = await ask('/get-session', { headers: { cookie: cookiesOf(finish) } })
  expect(await session.json()).toMatchObject({
    user: { name: players[0]?.username, email: players[0]?.email },
  })
})

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
