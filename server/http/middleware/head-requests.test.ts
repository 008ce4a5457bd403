import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { headRequests } from './head-requests.ts'

it('gives back what the body of an answer to HEAD holds', async () => {
  let isHeld = false
  const app = new Hono<HttpEnvironment>().use(headRequests()).get('/', (context) => {
    isHeld = true
    return context.body(new ReadableStream({ cancel: () => void (isHeld = false) }))
  })
  const get = await app.request('/')
  expect(isHeld).toBe(true)
  await get.body?.cancel()
  expect((await app.request('/', { method: 'HEAD' })).status).toBe(200)
  expect(isHeld).toBe(false)
})
