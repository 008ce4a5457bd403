import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startAnsweringServer } from '#test/answering-server.ts'
import samples from '#test/schemas/battlemetrics-samples.json' with { type: 'json' }
import { askBattleMetrics } from './ask-battlemetrics.ts'

const running = new AbortController().signal
const body = JSON.stringify(samples.dayz_shape_synthetic.body)

/** Something in BattleMetrics' place that answers as told. */
async function battleMetricsThat(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
) {
  const requests: IncomingMessage[] = []
  const { origin } = await startAnsweringServer((request, response) => {
    requests.push(request)
    answer(response, request)
  })
  const ask = (stopped = running) =>
    askBattleMetrics(
      { source: 'battlemetrics', serverId: '12345678', token: 'the token', apiOrigin: origin },
      stopped,
    )
  return { ask, origin, requests }
}

it('asks for the server with the token', async () => {
  const { ask, requests } = await battleMetricsThat((response) => void response.end(body))
  expect(await ask()).toMatchObject({ outcome: 'told', server: { players: 47 } })
  const [asked, ...more] = requests
  expect([asked?.method, asked?.url, more]).toEqual(['GET', '/servers/12345678', []])
  expect(asked?.headers.authorization).toBe('Bearer the token')
})

it.each([
  [401, samples.errors.bad_token_401, /^BATTLEMETRICS_TOKEN .* 401: The authentication token/],
  [403, samples.errors.anonymous_403, /^BATTLEMETRICS_TOKEN .* 403: Access denied\./],
  [404, samples.errors.missing_404, /^BATTLEMETRICS_SERVER_ID .* 404: Resource not found/],
])('knows a %i for a wrong setting, and names it', async (status, errors, detail) => {
  const { ask } = await battleMetricsThat((response) => {
    response.statusCode = status
    response.end(JSON.stringify(errors))
  })
  expect(await ask()).toEqual({ outcome: 'refused', detail: expect.stringMatching(detail) })
})

it.each([
  ['120', 120],
  ['0.2', 1],
  ['soon', 60],
  [undefined, 60],
])('waits as it is told to: %s', async (retryAfter, retryAfterSeconds) => {
  const { ask } = await battleMetricsThat((response) => {
    response.statusCode = 429
    if (retryAfter) response.setHeader('retry-after', retryAfter)
    response.end(JSON.stringify(samples.errors.too_many_429))
  })
  expect(await ask()).toMatchObject({ outcome: 'limited', retryAfterSeconds })
})

it.each([500, 502, 503])('fails when it answers %i', async (status) => {
  const { ask } = await battleMetricsThat((response) => {
    response.statusCode = status
    response.end(body)
  })
  expect(await ask()).toMatchObject({ outcome: 'failed' })
})

it('shows the token to nobody else', async () => {
  const elsewhere = await battleMetricsThat((response) => void response.end(body))
  const { ask } = await battleMetricsThat((response) => {
    response.writeHead(302, { location: `${elsewhere.origin}/servers/12345678` })
    response.end()
  })
  expect([(await ask()).outcome, elsewhere.requests]).toEqual(['failed', []])
})

it('reads no endless answer', async () => {
  const { ask } = await battleMetricsThat((response, request) => {
    const write = (): void => {
      if (request.destroyed) return
      response.write('x'.repeat(64 * 1024), () => setImmediate(write))
    }
    write()
  })
  expect(await ask()).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('too long'),
  })
})

it('fails when the line breaks, in the middle of the answer too', async () => {
  const { ask } = await battleMetricsThat((response) => void response.destroy())
  expect(await ask()).toMatchObject({ outcome: 'failed' })
  const half = await battleMetricsThat((response) => {
    response.write(body.slice(0, 100), () => response.destroy())
  })
  expect(await half.ask()).toMatchObject({ outcome: 'failed' })
})

it('waits no longer than it may, and not at all when the product stops', async () => {
  const waiting = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  onTestFinished(() => waiting.mockRestore())
  const { ask } = await battleMetricsThat(() => undefined)
  expect((await ask()).outcome).toBe('failed')
  expect(waiting.mock.calls).toEqual([[5000]])
  waiting.mockRestore()
  const stopping = new AbortController()
  const asking = ask(stopping.signal)
  stopping.abort()
  expect((await asking).outcome).toBe('failed')
})
