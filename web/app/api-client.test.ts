import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { get, post, remove } from '#contract/endpoint.ts'
import { ApiProblem, call } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(body: BodyInit | null, init: ResponseInit = {}) {
  const send = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', send)
  return send
}

async function problemOf(answer: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown)
  if (error instanceof ApiProblem) return error
  throw new Error(`not an ApiProblem: ${String(error)}`)
}

const read = get('/api/x', { who: 'anybody' })
const total = z.object({ total: z.number() })

test('an answer is parsed by its schema, and one that does not fit is unexpected', async () => {
  const readTotal = get('/api/x', { who: 'anybody', answer: total })
  const send = answerWith('{"total":3,"more":true}')
  expect(await call(readTotal)).toEqual({ total: 3 })
  expect(send.mock.calls[0]?.[1]?.method).toBe('GET')
  for (const body of ['{"total":"3"}', 'null', '']) {
    answerWith(body)
    expect(await problemOf(call(readTotal))).toMatchObject({
      code: 'unexpected_answer',
      status: 200,
    })
  }
})

test('a call is sent only once its endpoint is loaded, and a failure to load it is one of the network', async () => {
  const send = answerWith('{"total":3}')
  const failed = Promise.reject(new TypeError('Failed to fetch a module'))
  expect((await problemOf(call(failed))).code).toBe('network_error')
  expect(send).not.toHaveBeenCalled()

  const loaded = Promise.resolve(post('/api/x', { who: 'anybody', answer: total }))
  expect(await call(loaded)).toEqual({ total: 3 })
})

test('without a schema nothing is returned, but an error is thrown', async () => {
  answerWith(null, { status: 204 })
  expect(await call(remove('/api/x', { who: 'anybody' }))).toBeUndefined()
  answerWith('{"total":3}')
  expect(await call(remove('/api/x', { who: 'anybody' }))).toBeUndefined()
  answerWith('<h1>Sign in to this network</h1>')
  expect((await problemOf(call(read))).code).toBe('unexpected_answer')
})

test('sends the values of the path, the query and the body, with the idempotency key', async () => {
  const change = post('/api/x/:id/part', {
    who: 'anybody',
    params: z.object({ id: z.string() }),
    query: z.object({ search: z.string(), shown: z.string(), at: z.string(), page: z.string() }),
    body: z.object({ amount: z.number() }),
  })
  const send = answerWith('{}')
  await call(change, {
    params: { id: 'a/b ?' },
    query: { search: 'ü&', shown: false, at: null, page: '' },
    body: { amount: 1 },
    idempotencyKey: 'k1',
  })
  const [address, init] = send.mock.calls[0] ?? []
  expect(address).toBe('/api/x/a%2Fb%20%3F/part?search=%C3%BC%26&shown=false')
  const request = new Request('http://localhost', init)
  expect(request.method).toBe('POST')
  expect(request.headers.get('content-type')).toBe('application/json')
  expect(request.headers.get('idempotency-key')).toBe('k1')
  expect(await request.json()).toEqual({ amount: 1 })
})

test('an error has its code, its fields and the new price', async () => {
  const errors = [{ path: 'steamId', code: 'steam_id_empty', message: 'empty' }]
  const body = { code: 'price_changed', message: 'now 30', errors, currentPriceCents: 3000 }
  answerWith(JSON.stringify(body), { status: 409 })
  const problem = await problemOf(call(read))
  expect(problem).toMatchObject({ status: 409, ...body })
})

test('an error says how long to wait if the server does', async () => {
  const body = JSON.stringify({ code: 'rate_limited' })
  answerWith(body, { status: 429, headers: { 'retry-after': '280' } })
  expect((await problemOf(call(read))).retryAfterSeconds).toBe(280)
  answerWith(body, { status: 429 })
  expect((await problemOf(call(read))).retryAfterSeconds).toBeNull()
})

test('an error in a foreign format is an unexpected answer', async () => {
  answerWith('<h1>Bad gateway</h1>', { status: 502 })
  expect(await problemOf(call(read))).toMatchObject({
    code: 'unexpected_answer',
    status: 502,
  })
  answerWith('{"code":"toString"}', { status: 400 })
  expect((await problemOf(call(read))).code).toBe('unexpected_answer')
  answerWith('{"code":"newer_code","message":"Come back on Monday."}', { status: 409 })
  expect(await problemOf(call(read))).toMatchObject({
    code: 'unexpected_answer',
    message: 'Come back on Monday.',
  })
})

test('a missing network and a timeout are different errors', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect((await problemOf(call(read))).code).toBe('network_error')

  vi.stubGlobal('fetch', rejectWhenAborted)
  expect((await problemOf(call(read, { timeoutMs: 1 }))).code).toBe('timeout')
})

test('a response that breaks off is a network error', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(endlessBody((body) => body.error(new TypeError()))),
  )
  expect((await problemOf(call(read))).code).toBe('network_error')

  vi.stubGlobal('fetch', async (_: string, { signal }: { readonly signal: AbortSignal }) => {
    const stop = (body: ReadableStreamDefaultController): void =>
      signal.addEventListener('abort', () => body.error(signal.reason))
    return new Response(endlessBody(stop))
  })
  expect((await problemOf(call(read, { timeoutMs: 1 }))).code).toBe('timeout')
})

function endlessBody(start: (body: ReadableStreamDefaultController) => void): ReadableStream {
  return new ReadableStream({ start })
}

function rejectWhenAborted(_: string, { signal }: { readonly signal: AbortSignal }) {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
