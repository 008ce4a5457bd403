import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createErrorHandler } from '#server/http/middleware/errors.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { gameRoutes } from './game.ts'

const token = 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G'
const bearer = { authorization: `Bearer ${token}` }
const path = '/api/game/priority.txt'

function routes(ids: readonly string[], priorityPullToken: string | null = token) {
  return gameRoutes({ priorityPullToken }, () => Promise.resolve(ids))
}

it('gives the game’s machine its ids, and again only when they have changed', async () => {
  const ids = ['76561198000000002', '76561198000000001']
  const answer = await routes(ids).request(path, { headers: bearer })
  expect(await answer.text()).toBe('76561198000000001\n76561198000000002\n')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const etag = answer.headers.get('etag') ?? ''
  const ask = (some: readonly string[]) =>
    routes(some).request(path, { headers: { ...bearer, 'if-none-match': etag } })
  const again = await ask(ids.toReversed())
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask([])).status).toBe(200)
})

it.each<Record<string, string>>([
  {},
  { authorization: `Bearer ${token}x` },
  { authorization: token },
])('refuses who sends %o', async (headers) => {
  const answer = await routes(['76561198000000001']).request(path, { headers })
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('7656')
})

it('is not there without its setting', async () => {
  const answer = await routes([], null).request(path, { headers: { authorization: 'Bearer null' } })
  expect(answer.status).toBe(404)
})

it('is refused for a while, with when to come again, until the owner has switched it on', async () => {
  const app = gameRoutes({ priorityPullToken: token }, () =>
    Promise.reject(new ServiceError('adapter_not_enabled', { retryAfterSeconds: 60 })),
  ).onError(createErrorHandler(pino({ level: 'silent' })))
  const answer = await app.request(path, { headers: bearer })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await answer.text()).toContain('adapter_not_enabled')
})
