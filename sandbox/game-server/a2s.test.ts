import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { GameDig } from 'gamedig'
import { expect, onTestFinished, test } from 'vitest'
import { startFixture, type Fixture } from '#sandbox/testing/fixture.ts'

const singlePacket = '\xff\xff\xff\xff'
const infoRequest = Buffer.from(`${singlePacket}TSource Engine Query\0`, 'latin1')
/** Lacks the challenge. */
const playerRequest = Buffer.from(`${singlePacket}U`, 'latin1')

function portOf({ origin }: Fixture): number {
  return Number(new URL(origin).port)
}

/** Against hanging only; where silence is what comes, a fraction is enough. */
const patienceMs = 5000
const silenceMs = 300

interface QueryOptions {
  readonly requestRules?: boolean
}

/** As the product asks, by the library that speaks with real game servers. */
function query(fixture: Fixture, options: QueryOptions = {}) {
  return GameDig.query({
    type: 'dayz',
    host: '127.0.0.1',
    port: portOf(fixture),
    givenPortOnly: true,
    maxRetries: 0,
    socketTimeout: patienceMs,
    requestRules: options.requestRules ?? false,
  })
}

/** Sends one packet; null when nothing comes back. */
async function send(
  fixture: Fixture,
  packet: Buffer,
  timeoutMs = patienceMs,
): Promise<Buffer | null> {
  const socket = createSocket('udp4')
  try {
    socket.send(packet, portOf(fixture), '127.0.0.1')
    const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    return answer
  } catch {
    return null
  } finally {
    socket.close()
  }
}

test('gamedig reads the state, DayZ’s keywords and the players', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { players: 3, maxPlayers: 50, gameTime: '05:07' })
  const state = await query(fixture, { requestRules: true })
  expect(state).toMatchObject({
    name: 'A DayZ server',
    map: 'chernarus',
    password: false,
    numplayers: 3,
    maxplayers: 50,
    version: '1.28.160049',
    raw: {
      appId: 221_100,
      folder: 'dayz',
      steamid: '90200000000000042',
      time: '05:07',
      queue: 0,
      firstPerson: false,
      official: false,
      dayAcceleration: 4,
      rules: { island: 'chernarus' },
    },
  })
  expect(state.players).toHaveLength(3)
})

test('as many players as there can be fit into the answer', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { players: 127, maxPlayers: 127 })
  expect((await query(fixture)).players).toHaveLength(127)
})

test('who does not repeat the challenge learns nothing', async () => {
  const fixture = await startFixture()
  const challenge = await send(fixture, infoRequest)
  expect(challenge?.toString('latin1').slice(0, 5)).toBe(`${singlePacket}A`)
  expect(challenge).toHaveLength(9)
  // From another port the same number is somebody else's.
  const repeated = Buffer.concat([infoRequest, challenge?.subarray(5) ?? Buffer.alloc(0)])
  expect((await send(fixture, repeated))?.at(4)).toBe('A'.charCodeAt(0))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['an unknown query', Buffer.from(`${singlePacket}W`, 'latin1')],
  ['a query that breaks off', infoRequest.subarray(0, -3)],
  ['half a challenge', Buffer.concat([infoRequest, Buffer.from([1, 2])])],
])('%s is not answered, and harms nothing', async (_, packet) => {
  const fixture = await startFixture()
  expect(await send(fixture, packet, silenceMs)).toBeNull()
  expect((await query(fixture)).numplayers).toBe(42)
})

test('a server that is down is silent, and answers when it is back', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { status: 'offline' })
  expect(await send(fixture, infoRequest, silenceMs)).toBeNull()
  await fixture.control('server', { status: 'online' })
  expect((await query(fixture)).numplayers).toBe(42)
})

test.each(['hang', 'truncated'])('%s spoils one answer, and the log says so', async (kind) => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'a2s', kind, path: '/info' })
  const spoilt = query(fixture).catch(() => null)
  const readLog = async (): Promise<unknown> =>
    (await fetch(`${fixture.origin}/_sandbox/log?provider=a2s`)).json()
  await expect
    .poll(readLog)
    .toContainEqual(expect.objectContaining({ method: 'UDP', path: '/info', fault: kind }))
  const answer = await Promise.race([spoilt, sleep(silenceMs, null)])
  expect(answer?.numplayers).not.toBe(42)
  expect((await query(fixture)).numplayers).toBe(42)
})

test('slow answers after what was asked later', async () => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'a2s', kind: 'slow', path: '/info', delayMs: 200 })
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const types: string[] = []
  const ask = (packet: Buffer) => socket.send(packet, portOf(fixture), '127.0.0.1')
  socket.on('message', (answer) => {
    types.push(String.fromCharCode(answer.readUInt8(4)))
    if (types.length > 1) return
    ask(Buffer.concat([infoRequest, answer.subarray(5)]))
    ask(Buffer.concat([playerRequest, answer.subarray(5)]))
  })
  ask(infoRequest)
  await expect.poll(() => types).toEqual(['A', 'D', 'I'])
})

test.each(['500', '429', 'reset', 'webhook-lost'])(
  '%s is nothing that UDP can do',
  async (kind) => {
    const fixture = await startFixture()
    const answer = await fixture.control('faults', { provider: 'a2s', kind })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'kind' }] })
  },
)
