import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { cftoolsCredentials } from '#sandbox/credentials.ts'
import { steamPlayers } from '#sandbox/steam/sign-in.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'

const { applicationId, secret, serverId } = cftoolsCredentials
const queuePath = `/v1/server/${serverId}/queuepriority`
const steamId = steamPlayers[0]?.steamId ?? ''
const registered = z.object({ token: z.string() })
const lookedUp = z.object({ cftools_id: z.string() })

async function register(
  fixture: Fixture,
  body: object = { application_id: applicationId, secret },
) {
  return fetch(`${fixture.origin}/v1/auth/register`, {
    method: 'POST',
    headers: { 'user-agent': applicationId },
    body: JSON.stringify(body),
  })
}

/** A fixture, and calls with a token. */
async function connect() {
  const fixture = await startFixture()
  const { token } = registered.parse(await (await register(fixture)).json())
  const call = async (method: string, path: string, body?: object) =>
    fetch(`${fixture.origin}${path}`, {
      method,
      headers: { 'user-agent': applicationId, authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  const lookUp = async () =>
    lookedUp.parse(await (await call('GET', `/v1/users/lookup?identifier=${steamId}`)).json())
  return { fixture, token, call, lookUp }
}

async function refusal(answer: Promise<Response> | Response): Promise<readonly unknown[]> {
  const response = await answer
  const body: unknown = await response.json()
  return [
    response.status,
    z.object({ status: z.literal(false), error: z.string() }).parse(body).error,
  ]
}

test('a token is for a day, and only for the right secret', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { fixture, call } = await connect()
  expect(await (await call('GET', '/v1/@app/grants')).json()).toMatchObject({
    status: true,
    tokens: { server: [{ resource: { id: serverId } }] },
  })
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  expect(await refusal(call('GET', queuePath))).toEqual([403, 'expired-token'])
  const wrong = register(fixture, { application_id: applicationId, secret: 'wrong' })
  expect(await refusal(wrong)).toEqual([403, 'bad-secret'])
  expect(await refusal(register(fixture, {}))).toEqual([400, 'parameter-required'])
})

test.each([
  ['without the application in User-Agent', { 'user-agent': 'curl' }],
  ['from a page', { 'user-agent': applicationId, referer: 'https://shop.example/' }],
])('calls %s are refused by a page', async (_, headers) => {
  const { origin } = await startFixture()
  const answer = await fetch(`${origin}${queuePath}`, { headers })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test.each([
  ['nothing', undefined, [401, 'login-required']],
  ['an unknown token', 'Bearer x', [403, 'bad-token']],
])('with %s it refuses', async (_, authorization, expected) => {
  const { origin } = await startFixture()
  const headers = { 'user-agent': applicationId, ...(authorization && { authorization }) }
  expect(await refusal(fetch(`${origin}${queuePath}`, { headers }))).toEqual(expected)
})

test('the queue has one entry for each player, whose dates have no zone', async () => {
  const { call, lookUp } = await connect()
  const { cftools_id } = await lookUp()
  const entry = { cftools_id, comment: 'order:1', expires_at: '2030-12-25T10:00:00Z' }
  const added = await call('POST', queuePath, entry)
  expect([added.status, await added.text()]).toEqual([204, ''])
  expect(await refusal(call('POST', queuePath, entry))).toEqual([400, 'duplicate'])
  expect(await (await call('GET', `${queuePath}?cftools_id=${cftools_id}`)).json()).toMatchObject({
    status: true,
    entries: [
      {
        user: { cftools_id },
        meta: { comment: 'order:1', expiration: '2030-12-25T10:00:00.000', from_api: true },
      },
    ],
  })
  const removing = `${queuePath}?cftools_id=${cftools_id}`
  expect((await call('DELETE', removing)).status).toBe(204)
  expect(await refusal(call('DELETE', removing))).toEqual([404, 'not-found'])
  const player = await call('GET', `/v2/server/${serverId}/player?cftools_id=${cftools_id}`)
  expect(await player.json()).toMatchObject({ identities: { steam: { steam64: steamId } } })
})

test.each([
  [{ comment: 'x' }, [400, 'parameter-required']],
  [{ cftools_id: 'x', comment: 'x', expires_at: 'tomorrow' }, [400, 'failed-type-validation']],
  [{ cftools_id: 'x', comment: 'x' }, [404, 'invalid-resource']],
])('the entry %j is refused', async (body, expected) => {
  const { call } = await connect()
  expect(await refusal(call('POST', queuePath, body))).toEqual(expected)
})

test('who has never joined is unknown, until they join', async () => {
  const { fixture, call } = await connect()
  const path = '/v1/users/lookup?identifier=76561198000001234'
  expect(await refusal(call('GET', path))).toEqual([404, 'not-found'])
  await fixture.control('cftools/join', { steamIds: ['76561198000001234'] })
  expect((await call('GET', path)).status).toBe(200)
})

test('the owner can take away the grant and the bucket', async () => {
  const { fixture, call } = await connect()
  await fixture.control('cftools/setup', { hasBucket: false })
  expect(await refusal(call('GET', queuePath))).toEqual([404, 'invalid-bucket'])
  await fixture.control('cftools/setup', { isGranted: false })
  expect(await refusal(call('GET', queuePath))).toEqual([403, 'no-grant'])
  expect(await refusal(call('GET', '/v1/server/other/info'))).toEqual([404, 'invalid-resource'])
})

test('more calls than it allows in a minute are refused by a page', async () => {
  const { fixture, call } = await connect()
  await fixture.control('cftools/setup', { limits: { queue: 2 } })
  const statuses = []
  for (let made = 0; made < 3; made += 1) statuses.push((await call('GET', queuePath)).status)
  expect(statuses).toEqual([200, 200, 429])
  const registrations = [await register(fixture), await register(fixture)]
  expect(registrations.map(({ status }) => status)).toEqual([200, 429])
})

test('the staff adds and removes entries, which the game and the front page show', async () => {
  const { fixture } = await connect()
  const entry = { steamId, comment: '<b>friend</b>', expiresAt: null }
  expect((await fixture.control('cftools/entries', entry)).status).toBe(200)
  const game: unknown = await (await fetch(`${fixture.origin}/_sandbox/game`)).json()
  expect(game).toMatchObject({ queue: [entry] })
  expect(await (await fetch(fixture.origin)).text()).toContain('&lt;b&gt;friend')
  await fixture.control('cftools/entries/remove', { steamId })
  expect(await (await fetch(`${fixture.origin}/_sandbox/game`)).json()).toMatchObject({ queue: [] })
  const unknown = { ...entry, steamId: '76561198000001234' }
  expect((await fixture.control('cftools/entries', unknown)).status).toBe(422)
})

test('a fault of another provider is refused', async () => {
  const { control } = await startFixture()
  const fault = { provider: 'paypal', kind: 'token-expired' }
  expect((await control('faults', fault)).status).toBe(422)
})
