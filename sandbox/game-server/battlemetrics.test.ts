import { expect, test } from 'vitest'
import { z } from 'zod'
import { battleMetricsCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'

const { serverId, token } = battleMetricsCredentials

/** The exact fields of the live key list and of clients of DayZ servers. */
const serverDocument = z.strictObject({
  data: z.strictObject({
    type: z.literal('server'),
    id: z.string().regex(/^\d+$/),
    attributes: z.strictObject({
      id: z.string(),
      name: z.string(),
      address: z.string().nullable(),
      ip: z.ipv4(),
      port: z.int(),
      players: z.int(),
      maxPlayers: z.int(),
      rank: z.int().nullable(),
      location: z.tuple([z.number(), z.number()]),
      status: z.enum(['online', 'offline', 'dead', 'removed', 'invalid']),
      details: z.strictObject({
        version: z.string(),
        password: z.boolean(),
        official: z.boolean(),
        time: z.string().regex(/^\d\d:\d\d$/),
        thirdPerson: z.boolean(),
        modded: z.boolean(),
        modIds: z.array(z.int()),
        modNames: z.array(z.string()),
        serverSteamId: z.string(),
      }),
      private: z.boolean(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      portQuery: z.int(),
      country: z.string().length(2),
      queryStatus: z.string(),
    }),
    relationships: z.strictObject({
      game: z.strictObject({
        data: z.strictObject({ type: z.literal('game'), id: z.literal('dayz') }),
      }),
    }),
  }),
  included: z.array(z.unknown()),
})

async function ask(
  { origin }: Fixture,
  {
    id = serverId,
    authorization = `Bearer ${token}`,
  }: { id?: string; authorization?: string | null } = {},
): Promise<Response> {
  const headers = new Headers(authorization === null ? [] : [['authorization', authorization]])
  return fetch(`${origin}/servers/${id}`, { headers })
}

async function readAttributes(fixture: Fixture) {
  return serverDocument.parse(await (await ask(fixture)).json()).data.attributes
}

test('a server is described as by BattleMetrics for DayZ', async () => {
  const fixture = await startFixture()
  const answer = await ask(fixture)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  const { data } = serverDocument.parse(await answer.json())
  expect(data.id).toBe(serverId)
  expect(data.attributes).toMatchObject({
    name: 'A DayZ server',
    players: 42,
    maxPlayers: 60,
    status: 'online',
    queryStatus: 'valid',
  })
})

test.each([
  ['without a token', { authorization: null }, 403, { status: '403', title: 'Forbidden' }],
  ['with a bad token', { authorization: 'Bearer x' }, 401, { status: 401, title: 'Unauthorized' }],
  ['of another server', { id: '1000002' }, 404, { status: '404', title: 'Not Found' }],
])('%s is refused', async (_, call, status, error) => {
  const answer = await ask(await startFixture(), call)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ errors: [{ ...error, detail: expect.any(String) }] })
})

test.each([
  ['500', 500],
  ['429', 429],
])('the fault %s makes it refuse once, in its own format', async (kind, status) => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'battlemetrics', kind })
  const answer = await ask(fixture)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ errors: [{ status: kind }] })
  expect((await ask(fixture)).status).toBe(200)
  const log: unknown = await (
    await fetch(`${fixture.origin}/_sandbox/log?provider=battlemetrics`)
  ).json()
  expect(log).toMatchObject([
    { path: `/servers/${serverId}`, status, fault: kind },
    { status: 200 },
  ])
})

test('it shows the changes of the control call, until a reset', async () => {
  const fixture = await startFixture()
  const changed = await fixture.control('server', { players: 7, gameTime: '23:30' })
  expect(await changed.json()).toMatchObject({ players: 7, maxPlayers: 60, gameTime: '23:30' })
  const busy = await readAttributes(fixture)
  expect([busy.players, busy.maxPlayers, busy.details.time]).toEqual([7, 60, '23:30'])
  await fixture.control('server', { status: 'offline' })
  const down = await readAttributes(fixture)
  expect([down.status, down.players, down.queryStatus]).toEqual(['offline', 0, 'timeout'])
  await fixture.control('reset', {})
  const fresh = await readAttributes(fixture)
  expect([fresh.status, fresh.players]).toEqual(['online', 42])
})

test.each([
  ['players', { players: -1 }],
  ['players', { players: 61 }],
  ['players', { players: '7' }],
  ['players', { maxPlayers: 41 }],
  ['maxPlayers', { maxPlayers: 128 }],
  ['status', { status: 'asleep' }],
  ['gameTime', { gameTime: '24:00' }],
  ['', { weather: 'fog' }],
])('a change with a wrong %s (%j) is refused and changes nothing', async (path, change) => {
  const fixture = await startFixture()
  const answer = await fixture.control('server', { ...change, status: 'offline', ...change })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  expect((await readAttributes(fixture)).status).toBe('online')
})

test('the front page shows the server and its controls', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { players: 3 })
  const page = await (await fetch(fixture.origin)).text()
  expect(page).toContain('3 of 60 players')
  expect(page).toContain('Take it down')
  expect(page).toContain('Change the server')
})
