import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { parseSteamId } from '#domain/steam-id.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createSteam } from './steam.ts'

const returnTo = 'https://shop.example/api/steam-claims/callback?state=abc'
const now = new Date('2026-03-01T12:00:00Z')
const parsed = parseSteamId('76561198006409531')
if (!parsed.ok) throw new Error('this is a Steam ID')
const steamId = parsed.steamId64

interface Request {
  readonly address: string
  readonly fields: URLSearchParams
}

/** A fake of Steam with the given answers. */
async function steamThat(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  apiKey: string | null = 'key',
) {
  const requests: Request[] = []
  const { origin } = await startAnsweringServer((request, response) => {
    void text(request).then((body) => {
      requests.push({
        address: `${request.method} ${request.url}`,
        fields: new URLSearchParams(body),
      })
      answer(response, request)
    })
  })
  const steam = createSteam(
    { communityOrigin: origin, apiOrigin: origin, avatarOrigin: 'https://avatars.test', apiKey },
    noInstrumentation,
  )
  return { steam, origin, requests }
}

function answerOf(origin: string): URLSearchParams {
  return new URLSearchParams({
    state: 'abc',
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'id_res',
    'openid.op_endpoint': `${origin}/openid/login`,
    'openid.claimed_id': `${origin}/openid/id/${steamId}`,
    'openid.identity': `${origin}/openid/id/${steamId}`,
    'openid.return_to': returnTo,
    'openid.response_nonce': '2026-03-01T11:59:58Zabc+/=',
    'openid.assoc_handle': '1234567890',
    'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    'openid.sig': 'W0u5DRbtHE1GG0ZKXjerUZDUGmc=',
  })
}

const valid = 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n'

it('sends Steam all signed fields, and nothing of ours', async () => {
  const { steam, origin, requests } = await steamThat((response) => void response.end(valid))
  const query = answerOf(origin)
  expect(await steam.verify(query, returnTo, now)).toMatchObject({ outcome: 'proven', steamId })
  const [asked, ...more] = requests
  expect([asked?.address, more]).toEqual(['POST /openid/login', []])
  query.delete('state')
  query.set('openid.mode', 'check_authentication')
  expect(Object.fromEntries(asked?.fields ?? [])).toEqual(Object.fromEntries(query))
})

it('does not call Steam about an obviously wrong answer', async () => {
  const { steam, origin, requests } = await steamThat((response) => void response.end(valid))
  const query = answerOf(origin)
  query.set('openid.op_endpoint', 'https://evil.example/openid/login')
  const verdict = await steam.verify(query, returnTo, now)
  expect(verdict).toEqual({ outcome: 'refused', fault: 'op_endpoint' })
  expect(requests).toEqual([])
})

it.each([
  ['is_valid:false\n', 'refused'],
  ['is_valid:TRUE\n', 'refused'],
  ['is_valid:true \n', 'refused'],
  ['is_valid:true\nis_valid:false\n', 'unavailable'],
  ['x-is_valid:true\n', 'unavailable'],
  ['error:is_valid:true', 'unavailable'],
  ['<html>is_valid:true</html>', 'unavailable'],
  ['', 'unavailable'],
])('does not treat %j as a confirmation', async (body, outcome) => {
  const { steam, origin } = await steamThat((response) => void response.end(body))
  expect(await steam.verify(answerOf(origin), returnTo, now)).toMatchObject({ outcome })
})

it.each([403, 429, 500, 503])('is unavailable when Steam answers %i', async (status) => {
  const { steam, origin } = await steamThat((response) => {
    response.statusCode = status
    response.end(valid)
  })
  expect(await steam.verify(answerOf(origin), returnTo, now)).toEqual({
    outcome: 'unavailable',
    detail: `Steam answered ${status}`,
  })
})

it('follows no redirect away from Steam', async () => {
  const elsewhere = await steamThat((response) => void response.end(valid))
  const { steam, origin } = await steamThat((response) => {
    response.writeHead(307, { location: `${elsewhere.origin}/openid/login` })
    response.end()
  })
  const verdict = await steam.verify(answerOf(origin), returnTo, now)
  expect([verdict.outcome, elsewhere.requests]).toEqual(['unavailable', []])
})

it('is unavailable when the connection breaks', async () => {
  const { steam, origin } = await steamThat((response) => void response.destroy())
  const verdict = await steam.verify(answerOf(origin), returnTo, now)
  expect(verdict.outcome).toBe('unavailable')
})

it('is unavailable when Steam does not answer before the timeout', async () => {
  const waiting = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  onTestFinished(() => waiting.mockRestore())
  const { steam, origin } = await steamThat(() => undefined)
  const verdict = await steam.verify(answerOf(origin), returnTo, now)
  expect([verdict.outcome, await steam.fetchProfile(steamId)]).toEqual(['unavailable', null])
  expect(waiting.mock.calls).toEqual([[10_000], [3000]])
})

const named = (steamid: string, personaname: unknown) =>
  JSON.stringify({ response: { players: [{ steamid, personaname }] } })

it('reads the account’s name', async () => {
  const body = named(steamId, ' Лес\u202Eник\u0000 ')
  const { steam, requests } = await steamThat((response) => void response.end(body))
  expect(await steam.fetchProfile(steamId)).toEqual({ name: 'Лесник', avatarUrl: null })
  expect(requests[0]?.address).toBe(
    `GET /ISteamUser/GetPlayerSummaries/v2/?key=key&steamids=${steamId}`,
  )
})

it('works without a name and without a call when there is no key', async () => {
  const { steam, requests } = await steamThat((response) => void response.end('{}'), null)
  expect([await steam.fetchProfile(steamId), requests]).toEqual([null, []])
})

it.each([
  ['of somebody else', 200, named('76561198000000042', 'x')],
  ['of nobody', 200, '{"response":{"players":[]}}'],
  ['that nobody can read', 200, named(steamId, '\u200D\u202E')],
  ['that is no text', 200, named(steamId, 7)],
  ['in no JSON', 200, '<html>'],
  ['that a wrong key asked for', 403, '<html>'],
  ['of a Steam that is broken', 500, '{}'],
])('works without a name %s', async (_name, status, body) => {
  const { steam } = await steamThat((response) => {
    response.statusCode = status
    response.end(body)
  })
  expect(await steam.fetchProfile(steamId)).toBeNull()
})

it('truncates an endless name', async () => {
  const body = named(steamId, '👾'.repeat(500))
  const { steam } = await steamThat((response) => void response.end(body))
  expect(await steam.fetchProfile(steamId)).toMatchObject({ name: '👾'.repeat(64) })
})

it.each([
  [`https://avatars.akamai.steamstatic.com/${'ab01'.repeat(10)}_medium.jpg`, true],
  ['https://evil.example/picture.jpg', false],
  [`javascript:/${'ab01'.repeat(10)}_medium.jpg?`, false],
  [7, false],
])('shows a picture only from where our pages may load it: %s', async (avatarmedium, isShown) => {
  const player = { steamid: steamId, personaname: 'Sokol', avatarmedium }
  const body = JSON.stringify({ response: { players: [player] } })
  const { steam } = await steamThat((response) => void response.end(body))
  const avatarUrl = isShown ? `https://avatars.test/${'ab01'.repeat(10)}_medium.jpg` : null
  expect(await steam.fetchProfile(steamId)).toEqual({ name: 'Sokol', avatarUrl })
})
