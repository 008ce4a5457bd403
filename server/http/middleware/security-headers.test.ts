import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { readConfig } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { contentSecurityPolicy, permissionsPolicy, securityHeaders } from './security-headers.ts'

describeOnDatabase('every answer', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it.each([
    ['JSON', 'GET', '/api/session'],
    ['text', 'GET', '/healthz'],
    ['a stream', 'GET', '/api/events'],
    ['a redirect of the sign-in', 'GET', '/api/auth/callback/discord?error=x'],
    ['an answer of the sign-in', 'POST', '/api/auth/sign-out'],
    ['a refusal', 'GET', '/api/orders/none'],
    ['an unknown address', 'GET', '/api/nothing'],
    ['a wrong method', 'DELETE', '/api/session'],
    ['a forged webhook', 'POST', '/webhooks/paypal'],
    ['the answer to HEAD', 'HEAD', '/api/donors'],
  ])('has the security headers: %s', async (__, method, path) => {
    const leaving = new AbortController()
    const { headers } = await fetch(`${shop.origin}${path}`, {
      method,
      redirect: 'manual',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
    leaving.abort()
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.any(String),
    })
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })
})

it('makes browsers use https in production, for this host alone', async () => {
  const app = new Hono<HttpEnvironment>()
    .use(securityHeaders({ ...readConfig({}), production: true }))
    .get('/', (context) => context.text('ok'))
  const { headers } = await app.request('/')
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
})

it('lets a page load only from us and the avatars of Discord and Steam', () => {
  const config = readConfig({
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: 'x',
    DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/1/x',
    STEAM_BASE_URL: 'https://steam.example',
  })
  const policy = contentSecurityPolicy(config)
  expect(policy).not.toContain('unsafe')
  expect(policy.match(/https?:[^ ;]+/g)).toEqual([
    'https://cdn.discordapp.com',
    'https://steam.example',
  ])
  for (const directive of [
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy).toContain(directive)
  }
})

it('turns off browser features, except those that a page uses', () => {
  expect(permissionsPolicy()).toMatch(/^accelerometer=\(\), .*camera=\(\).*payment=\(\)/)
  expect(permissionsPolicy(['payment'])).not.toContain('payment')
  // The video player of the guides needs these.
  expect(permissionsPolicy()).not.toMatch(/autoplay|fullscreen|encrypted-media|picture-in-picture/)
})
