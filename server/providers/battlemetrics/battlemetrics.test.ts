import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startAnsweringServer } from '#test/answering-server.ts'
import samples from '#test/schemas/battlemetrics-samples.json' with { type: 'json' }
import { readFromBattleMetrics, readErrorDetail, readServer } from './battlemetrics.ts'

const running = new AbortController().signal
const body = JSON.stringify(samples.dayz_shape_synthetic.body)

/** A fake of BattleMetrics with the given answers. */
async function battleMetricsThat(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
) {
  const requests: IncomingMessage[] = []
  const { origin } = await startAnsweringServer((request, response) => {
    requests.push(request)
    answer(response, request)
  })
  const read = (stopped = running) =>
    readFromBattleMetrics(
      { source: 'battlemetrics', serverId: '12345678', token: 'the token', apiOrigin: origin },
      stopped,
    )
  return { read, origin, requests }
}

it('calls with the token', async () => {
  const { read, requests } = await battleMetricsThat((response) => void response.end(body))
  expect(await read()).toMatchObject({ outcome: 'ok', server: { players: 47 } })
  const [request, ...more] = requests
  expect([request?.method, request?.url, more]).toEqual(['GET', '/servers/12345678', []])
  expect(request?.headers.authorization).toBe('Bearer the token')
})

it.each([
  [
    401,
    'key_refused',
    samples.errors.bad_token_401,
    /^BATTLEMETRICS_TOKEN: .* 401: The authentication token/,
  ],
  [
    403,
    'key_refused',
    samples.errors.anonymous_403,
    /^BATTLEMETRICS_TOKEN: .* 403: Access denied\./,
  ],
  [
    404,
    'server_unknown',
    samples.errors.missing_404,
    /^BATTLEMETRICS_SERVER_ID: .* 404: Resource not found/,
  ],
])('treats a %i as a wrong setting, and names it', async (status, fault, errors, detail) => {
  const { read } = await battleMetricsThat((response) => {
    response.statusCode = status
    response.end(JSON.stringify(errors))
  })
  expect(await read()).toEqual({ outcome: 'refused', fault, detail: expect.stringMatching(detail) })
})

it.each([
  ['120', 120],
  ['0.2', 1],
  ['soon', 60],
  [undefined, 60],
])('respects retry-after: %s', async (retryAfter, retryAfterSeconds) => {
  const { read } = await battleMetricsThat((response) => {
    response.statusCode = 429
    if (retryAfter) response.setHeader('retry-after', retryAfter)
    response.end(JSON.stringify(samples.errors.too_many_429))
  })
  expect(await read()).toMatchObject({ outcome: 'limited', retryAfterSeconds })
})

it.each([500, 502, 503])('fails when it answers %i', async (status) => {
  const { read } = await battleMetricsThat((response) => {
    response.statusCode = status
    response.end(body)
  })
  expect(await read()).toMatchObject({ outcome: 'failed' })
})

it('sends the token to no other host', async () => {
  const elsewhere = await battleMetricsThat((response) => void response.end(body))
  const { read } = await battleMetricsThat((response) => {
    response.writeHead(302, { location: `${elsewhere.origin}/servers/12345678` })
    response.end()
  })
  expect([(await read()).outcome, elsewhere.requests]).toEqual(['failed', []])
})

it('gives up on an endless answer', async () => {
  const { read } = await battleMetricsThat((response, request) => {
    const write = (): void => {
      if (request.destroyed) return
      response.write('x'.repeat(64 * 1024), () => setImmediate(write))
    }
    write()
  })
  expect(await read()).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('too long'),
  })
})

it('fails when the connection breaks, also in the middle of the answer', async () => {
  const { read } = await battleMetricsThat((response) => void response.destroy())
  expect(await read()).toMatchObject({ outcome: 'failed' })
  const half = await battleMetricsThat((response) => {
    response.write(body.slice(0, 100), () => response.destroy())
  })
  expect(await half.read()).toMatchObject({ outcome: 'failed' })
})

it('respects its timeout, and fails at once when the product stops', async () => {
  const waiting = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  onTestFinished(() => waiting.mockRestore())
  const { read } = await battleMetricsThat(() => undefined)
  expect((await read()).outcome).toBe('failed')
  expect(waiting.mock.calls).toEqual([[5000]])
  waiting.mockRestore()
  const stopping = new AbortController()
  const pending = read(stopping.signal)
  stopping.abort()
  expect((await pending).outcome).toBe('failed')
})

const { dayz_shape_synthetic: dayz, real_rust_2025_trimmed: rust, real_squad_2021: squad } = samples

/** BattleMetrics' sample of a DayZ server with other attributes. */
function server(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ data: { attributes: { ...dayz.body.data.attributes, ...changes } } })
}

it('reads a server of DayZ, with the time of day in the game', () => {
  expect(readServer(JSON.stringify(dayz.body))).toEqual({
    outcome: 'ok',
    server: {
      name: 'Example DayZ | Chernarus | 1PP',
      address: '192.0.2.10:2302',
      players: 47,
      maxPlayers: 60,
      status: 'online',
      gameTime: '14:21',
    },
  })
})

it('reads real answers of BattleMetrics, with the host name if there is one', () => {
  expect(readServer(JSON.stringify(rust.body))).toMatchObject({
    server: { address: 'main.eu.moose.gg:28010', players: 244, maxPlayers: 275, gameTime: null },
  })
  expect(readServer(JSON.stringify(squad.body))).toMatchObject({
    server: { address: '194.26.183.182:27015', players: 99, status: 'online' },
  })
})

it.each(['offline', 'dead', 'removed', 'invalid'])(
  'a server that is %s has no players, whatever it had when last seen',
  (status) => {
    expect(readServer(server({ status }))).toMatchObject({
      outcome: 'ok',
      server: { status: 'offline', players: 0, maxPlayers: 60 },
    })
  },
)

it('copes with raw control characters in names of mods', () => {
  const text = JSON.stringify(dayz.body).replace('Dabs', 'Da\u0001\nbs\u0000')
  expect(readServer(text)).toMatchObject({ outcome: 'ok', server: { players: 47 } })
})

it('strips marks of a name that could disguise the text next to it', () => {
  const name = ` \u202EKR\u0000YP\u2066TO ${'x'.repeat(300)}`
  const reading = readServer(server({ name }))
  expect(reading).toMatchObject({ server: { name: expect.stringMatching(/^KR YP TO x+$/) } })
  expect(reading).toMatchObject({ server: { name: expect.stringMatching(/^.{100}$/) } })
})

it.each([
  [{ address: null, ip: null }, null],
  [{ ip: undefined }, null],
  [{ port: null }, null],
  [{ port: 0 }, null],
  [{ address: 'javascript:alert(1)//' }, '192.0.2.10:2302'],
  [{ address: 'play.example' }, 'play.example:2302'],
])('reads an address only when it is usable: %o', (changes, address) => {
  expect(readServer(server(changes))).toMatchObject({ outcome: 'ok', server: { address } })
})

it.each([
  [{ details: null }],
  [{ details: {} }],
  [{ details: 'none' }],
  [{ details: { time: '25:00' } }],
  [{ details: { time: null } }],
])('works without a time in the game: %o', (changes) => {
  expect(readServer(server(changes))).toMatchObject({
    outcome: 'ok',
    server: { players: 47, gameTime: null },
  })
})

it.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['half an answer', JSON.stringify(dayz.body).slice(0, 300)],
  ['no server', '{"data":null}'],
  ['no players', server({ players: null })],
  ['players that are text', server({ players: '47' })],
  ['fewer than no players', server({ players: -1 })],
  ['half a player', server({ players: 0.5 })],
  ['no room', server({ maxPlayers: undefined })],
  ['an unknown status', server({ status: 'sleeping' })],
])('treats %s as a failure', (_name, text) => {
  expect(readServer(text)).toMatchObject({ outcome: 'failed' })
})

it('quotes the detail of an error, and nothing else', () => {
  const { anonymous_403: anonymous, bad_token_401: badToken } = samples.errors
  expect(readErrorDetail(JSON.stringify(anonymous))).toBe(
    ': Access denied. A subscription is required to use the API.',
  )
  expect(readErrorDetail(JSON.stringify(badToken))).toMatch(/^: The authentication token/)
  for (const text of ['', '<html>', '{"errors":[]}', '{"errors":"x"}', '{"errors":[{"x":1}]}']) {
    expect(readErrorDetail(text)).toBe('')
  }
})
