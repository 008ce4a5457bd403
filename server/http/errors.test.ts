import { request, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { problemStatus } from '#contract/problem.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const opening = '/functions/v1/discord-purchase-notification'

describeOnDatabase('a request that we refuse', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it.each([
    ['no JSON', opening, '{"steamId":', 'invalid_json'],
    ['nothing', opening, '', 'invalid_json'],
    ['no object', opening, '[]', 'validation_failed'],
    ['no field', opening, '{}', 'validation_failed'],
    ['too much', opening, JSON.stringify({ text: 'x'.repeat(300_000) }), 'body_too_large'],
    ['an unknown path', '/api/nothing', '{}', 'not_found'],
    ['an unknown function', '/functions/v1/nothing', '{}', 'not_found'],
    ['an unknown webhook', '/webhooks/nothing', '{}', 'not_found'],
    ['a forged webhook', '/webhooks/paypal', '{}', 'invalid_signature'],
    ['no JSON to sign in', '/api/auth/sign-in/social', '{', 'invalid_json'],
    ['an order id that is not a UUID', '/api/orders/none/capture', '{}', 'order_not_found'],
  ] as const)('has %s', async (__, path, body, code) => {
    const answer = await send(shop, path, body)
    await expectProblem(answer, code)
  })

  it('has a body of another type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const answer = await send(shop, opening, JSON.stringify(checkoutBody()), type)
      await expectProblem(answer, 'unsupported_media_type')
    }
    const charset = await send(shop, opening, '{', 'application/json; charset=utf-8')
    await expectProblem(charset, 'invalid_json')
  })

  it('has a large body without a length', async () => {
    const chunks = Array.from({ length: 10 }, () => 'x'.repeat(64 * 1024))
    const headers = { 'content-type': 'application/json' }
    expect(await sendRaw(`${shop.origin}${opening}`, { method: 'POST', headers }, chunks)).toBe(413)
  })

  it('has a large body, which its sender may send to its end', async () => {
    const { hostname, port } = new URL(shop.origin)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    socket.write(`POST ${opening} HTTP/1.1\r\nhost: shop\r\ncontent-length: 300000\r\n\r\n`)
    await expect.poll(() => received).toContain('body_too_large')
    socket.write(`${'x'.repeat(300_000)}GET /healthz HTTP/1.1\r\nhost: shop\r\n\r\n`)
    await expect.poll(() => received).toContain('HTTP/1.1 200')
  })

  it('names each field that is wrong', async () => {
    const body = checkoutBody({ steamId: 'x', discordUsername: ' ' })
    const answer = await send(shop, opening, JSON.stringify(body))
    const { errors } = await expectProblem(answer, 'validation_failed')
    expect(errors).toEqual([
      { path: 'steamId', code: expect.any(String), message: expect.any(String) },
      { path: 'discordUsername', code: 'too_small', message: expect.any(String) },
    ])
  })

  it.each([
    ['GET', opening, 'POST'],
    ['PUT', opening, 'POST'],
    ['POST', '/api/session', 'GET'],
    ['DELETE', '/api/orders/5f0c6f0e-0000-4000-8000-000000000000', 'GET, HEAD, PATCH'],
    ['GET', '/api/orders/5f0c6f0e-0000-4000-8000-000000000000/capture', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/api/events', 'GET'],
    ['GET', '/webhooks/paypal', 'POST'],
    ['GET', '/api/auth/sign-out', 'POST'],
  ])('uses %s on %s', async (method, path, allow) => {
    const answer = await fetch(`${shop.origin}${path}`, { method })
    expect(answer.headers.get('allow')).toBe(allow)
    await expectProblem(answer, 'method_not_allowed')
  })

  it.each(['https://evil.example', 'null', 'http://127.0.0.1'])(
    'comes from a page of %s',
    async (origin) => {
      for (const path of [opening, '/api/orders/none/capture', '/api/auth/sign-out']) {
        const answer = await fetch(`${shop.origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify(checkoutBody()),
        })
        await expectProblem(answer, 'foreign_origin')
      }
      const reading = await fetch(`${shop.origin}/api/session`, { headers: { origin } })
      expect(reading.status).toBe(200)
      expect(reading.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it.each([
    ['cross-site', 'foreign_origin'],
    ['same-site', 'foreign_origin'],
    ['same-origin', 'order_not_found'],
    ['none', 'order_not_found'],
  ] as const)(
    'comes without its origin, and its browser says that it is %s',
    async (site, code) => {
      const ask = (path: string, method = 'POST') =>
        fetch(`${shop.origin}${path}`, { method, headers: { 'sec-fetch-site': site } })
      await expectProblem(await ask('/api/orders/none/capture'), code)
      const { status } = await ask('/api/auth/sign-out')
      expect(status).toBe(code === 'foreign_origin' ? 403 : 415)
      // Other sites may link here, and providers send their events from any origin.
      expect((await ask('/api/session', 'GET')).status).toBe(200)
      await expectProblem(await ask('/webhooks/paypal'), 'invalid_signature')
    },
  )

  it.each([
    '/api/orders/%',
    '/api/orders/%00',
    '/api/orders/%ff',
    `/api/orders/${'x'.repeat(8000)}`,
  ])('has a path that is garbage: %s', async (path) => {
    await expectProblem(await fetch(`${shop.origin}${path}`), 'order_not_found')
  })

  it.each([
    ['a host that is garbage', 'GET /api/session HTTP/1.1\r\nHost: a b/c', 'malformed_request'],
    ['a host that is no number', 'GET /none HTTP/1.1\r\nHost: 4294967296', 'malformed_request'],
    [
      'such a host on the way back from Discord',
      'GET /api/auth/callback/discord HTTP/1.1\r\nHost: 4294967296',
      'malformed_request',
    ],
    ['two hosts', 'GET /api/session HTTP/1.1\r\nHost: a\r\nHost: b', 'malformed_request'],
    ['one host twice', 'POST /healthz HTTP/1.1\r\nhost: a\r\nX: y\r\nHOST: a', 'malformed_request'],
    ['a host with a name before it', 'GET / HTTP/1.1\r\nHost: user@a', 'malformed_request'],
    ['a host on two lines', 'GET / HTTP/1.1\r\nHost: a\r\n b', 'malformed_request'],
    ['a header on two lines', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b', 'malformed_request'],
    ['an invalid path', 'GET api HTTP/1.1\r\nHost: a', 'malformed_request'],
    ['a header that ends too early', 'GET / HTTP/1.1\r\nHost: a\r\nx: a\0b', 'malformed_request'],
    ['an invalid method', 'G\0T / HTTP/1.1\r\nHost: a', 'malformed_request'],
    ['another protocol', 'EHLO shop.example', 'malformed_request'],
    ['a head without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`, 'head_too_large'],
  ] as const)('is malformed: %s', async (__, head, code) => {
    await expectProblem(await sendBytes(shop, `${head}\r\n\r\n`), code)
  })
})

describe('every refusal', () => {
  it('has a fitting status', () => {
    for (const status of Object.values(problemStatus)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
    }
  })
})

function send(
  { origin }: TestShop,
  path: string,
  body: string,
  type = 'application/json',
): Promise<Response> {
  return fetch(`${origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
}

async function expectProblem(answer: Response, code: keyof typeof problemStatus) {
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toMatch(/node_modules|\.ts:\d+|\\n +at /)
  const body: Record<string, unknown> = JSON.parse(text)
  expect(body).toMatchObject({ type: 'about:blank', code, status: problemStatus[code] })
  expect(answer.status).toBe(problemStatus[code])
  expect(body['message']).toBe(body['error'])
  return body
}

/** Sends bytes that no client would. Returns the answer up to the server's hang-up. */
async function sendBytes({ origin }: TestShop, bytes: string): Promise<Response> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  const received = await readText(socket)
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
    headers.set(name, value)
  }
  return new Response(body, { status: Number(statusLine.split(' ')[1]), headers })
}

/** Sends a body without its length, which `fetch` does not allow. Returns the status. */
function sendRaw(
  url: string,
  options: RequestOptions,
  chunks: readonly string[] = [],
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sending = request(url, options, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  sending.on('error', reject)
  for (const chunk of chunks) sending.write(chunk)
  sending.end()
  return promise
}
