import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiProblem, requestJson } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(body: BodyInit | null, init: ResponseInit = {}) {
  const send = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', send)
  return send
}

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (error instanceof ApiProblem) return error
  throw new Error(`not an ApiProblem: ${String(error)}`)
}

test('an answer is parsed by its schema, and one that does not fit is unexpected', async () => {
  const answer = z.object({ total: z.number() })
  const send = answerWith('{"total":3,"more":true}')
  expect(await requestJson('/api/x', { answer })).toEqual({ total: 3 })
  expect(send.mock.calls[0]?.[1]?.method).toBe('GET')
  for (const body of ['{"total":"3"}', 'null', '']) {
    answerWith(body)
    expect(await problemOf(requestJson('/api/x', { answer }))).toMatchObject({
      code: 'unexpected_answer',
      status: 200,
    })
  }
})

test('the schema is loaded together with the answer, and a failure to load it is one of the network', async () => {
  const loaded = Promise.withResolvers<z.ZodMiniType<{ total: number }>>()
  const send = answerWith('{"total":3}')
  const request = requestJson('/api/x', { answer: loaded.promise })
  expect(send).toHaveBeenCalledOnce()
  loaded.resolve(z.object({ total: z.number() }))
  expect(await request).toEqual({ total: 3 })

  const failing = () => Promise.reject(new TypeError('Failed to fetch a module'))
  expect((await problemOf(requestJson('/api/x', { answer: failing() }))).code).toBe('network_error')
  vi.stubGlobal('fetch', failing)
  expect((await problemOf(requestJson('/api/x', { answer: failing() }))).code).toBe('network_error')
})

test.each([{ body: {} }, { method: 'DELETE' as const }])(
  'a change is sent only once its schema is loaded: %o',
  async (request) => {
    const send = answerWith('{"total":3}')
    const failed = Promise.reject(new TypeError('Failed to fetch a module'))
    const problem = await problemOf(requestJson('/api/x', { ...request, answer: failed }))
    expect(problem.code).toBe('network_error')
    expect(send).not.toHaveBeenCalled()

    const answer = Promise.resolve(z.object({ total: z.number() }))
    expect(await requestJson('/api/x', { ...request, answer })).toEqual({ total: 3 })
  },
)

test('without a schema nothing is returned, but an error is thrown', async () => {
  answerWith(null, { status: 204 })
  expect(await requestJson('/api/x', { method: 'DELETE' })).toBeUndefined()
  answerWith('{"total":3}')
  expect(await requestJson('/api/x', { method: 'DELETE' })).toBeUndefined()
  answerWith('<h1>Sign in to this network</h1>')
  expect((await problemOf(requestJson('/api/x'))).code).toBe('unexpected_answer')
})

test('sends a body as JSON with its idempotency key', async () => {
  const send = answerWith('{}')
  await requestJson('/api/x', { body: { amount: 1 }, idempotencyKey: 'k1' })
  const request = new Request('http://localhost/api/x', send.mock.calls[0]?.[1])
  expect(request.method).toBe('POST')
  expect(request.headers.get('content-type')).toBe('application/json')
  expect(request.headers.get('idempotency-key')).toBe('k1')
  expect(await request.json()).toEqual({ amount: 1 })
})

test('an error has its code, its fields and the new price', async () => {
  const errors = [{ path: 'steamId', code: 'steam_id_empty', message: 'empty' }]
  const body = { code: 'price_changed', message: 'now 30', errors, currentPriceCents: 3000 }
  answerWith(JSON.stringify(body), { status: 409 })
  const problem = await problemOf(requestJson('/api/x', { body: {} }))
  expect(problem).toMatchObject({ status: 409, ...body })
})

test('an error says how long to wait if the server does', async () => {
  const body = JSON.stringify({ code: 'rate_limited' })
  answerWith(body, { status: 429, headers: { 'retry-after': '280' } })
  expect((await problemOf(requestJson('/api/x'))).retryAfterSeconds).toBe(280)
  answerWith(body, { status: 429 })
  expect((await problemOf(requestJson('/api/x'))).retryAfterSeconds).toBeNull()
})

test('an error in a foreign format is an unexpected answer', async () => {
  answerWith('<h1>Bad gateway</h1>', { status: 502 })
  expect(await problemOf(requestJson('/api/x'))).toMatchObject({
    code: 'unexpected_answer',
    status: 502,
  })
  answerWith('{"code":"toString"}', { status: 400 })
  expect((await problemOf(requestJson('/api/x'))).code).toBe('unexpected_answer')
  answerWith('{"code":"newer_code","message":"Come back on Monday."}', { status: 409 })
  expect(await problemOf(requestJson('/api/x'))).toMatchObject({
    code: 'unexpected_answer',
    message: 'Come back on Monday.',
  })
})

test('a missing network and a timeout are different errors', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect((await problemOf(requestJson('/api/x'))).code).toBe('network_error')

  vi.stubGlobal('fetch', rejectWhenAborted)
  expect((await problemOf(requestJson('/api/x', { timeoutMs: 1 }))).code).toBe('timeout')
})

test('a response that breaks off is a network error', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(endlessBody((body) => body.error(new TypeError()))),
  )
  expect((await problemOf(requestJson('/api/x'))).code).toBe('network_error')

  vi.stubGlobal('fetch', async (_: string, { signal }: { readonly signal: AbortSignal }) => {
    const stop = (body: ReadableStreamDefaultController): void =>
      signal.addEventListener('abort', () => body.error(signal.reason))
    return new Response(endlessBody(stop))
  })
  expect((await problemOf(requestJson('/api/x', { timeoutMs: 1 }))).code).toBe('timeout')
})

function endlessBody(start: (body: ReadableStreamDefaultController) => void): ReadableStream {
  return new ReadableStream({ start })
}

function rejectWhenAborted(_: string, { signal }: { readonly signal: AbortSignal }) {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
