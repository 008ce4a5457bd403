import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { readConfig } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { answerHeadRequests, redirectToCanonicalHost } from './request-checks.ts'

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

it.each(['localhost:3000', '[::1]:3000'])('a page of %s is at the public origin', async (host) => {
  const answer = await ask({ host, path: '/fr/donation?from=x' })
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toBe('http://127.0.0.1:3000/fr/donation?from=x')
})

it.each(['//evil.example/x', '/\\evil.example'])('no path leads elsewhere: %s', async (path) => {
  const location = (await ask({ host: 'localhost:3000', path })).headers.get('location')
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:3000\//)
})

it.each([
  ['the public origin itself', { host: '127.0.0.1:3000' }],
  ['another port', { host: 'localhost:4000' }],
  ['another machine', { host: 'shop.example:3000' }],
  ['a probe or a script', { host: 'localhost:3000', accept: '*/*' }],
])('is not redirected: %s', async (_name, request) => {
  expect((await ask(request)).status).toBe(200)
})

it('is not redirected: a probe of a public site from its own machine', async () => {
  expect((await ask({ host: 'localhost:3000', settings: productionSettings })).status).toBe(200)
})

async function ask({
  host,
  path = '/',
  accept = html,
  settings = {},
}: {
  host: string
  path?: string
  accept?: string
  settings?: Readonly<Record<string, string>>
}): Promise<Response> {
  const app = new Hono<HttpEnvironment>()
    .use(redirectToCanonicalHost(readConfig(settings, productionSite)))
    .get('*', (context) => context.text('here'))
  return app.request(`http://${host}${path}`, { headers: { host, accept } })
}

it('releases what the body of an answer to HEAD holds', async () => {
  let isHeld = false
  const app = new Hono<HttpEnvironment>().use(answerHeadRequests()).get('/', (context) => {
    isHeld = true
    return context.body(new ReadableStream({ cancel: () => void (isHeld = false) }))
  })
  const get = await app.request('/')
  expect(isHeld).toBe(true)
  await get.body?.cancel()
  expect((await app.request('/', { method: 'HEAD' })).status).toBe(200)
  expect(isHeld).toBe(false)
})
