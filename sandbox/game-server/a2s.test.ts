import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'

const singlePacket = '\xff\xff\xff\xff'
const infoRequest = Buffer.from(`${singlePacket}TSource Engine Query\0`, 'latin1')
/** Lack the challenge. */
const playerRequest = Buffer.from(`${singlePacket}U`, 'latin1')
const rulesRequest = Buffer.from(`${singlePacket}V`, 'latin1')
const noChallenge = Buffer.alloc(4, 0xff)

function portOf({ origin }: Fixture): number {
  return Number(new URL(origin).port)
}

/** After this long without an answer none comes. */
const silenceMs = 300

/** Asks as a client does, who sends the challenge that comes back along with the question. */
async function query(fixture: Fixture, request: Buffer): Promise<string> {
  const socket = createSocket('udp4')
  const ask = async (challenge: Buffer): Promise<Buffer> => {
    socket.send(Buffer.concat([request, challenge]), portOf(fixture), '127.0.0.1')
    const [answer] = await once(socket, 'message')
    return answer
  }
  try {
    const challenge = await ask(noChallenge)
    return (await ask(challenge.subarray(5))).toString('latin1')
  } finally {
    socket.close()
  }
}

/** How many play, by the byte that follows the name and the id of the game. */
async function readPlayers(fixture: Fixture): Promise<number> {
  const answer = await query(fixture, infoRequest)
  return answer.charCodeAt(answer.indexOf('DayZ\0\0\0') + 7)
}

/** Sends one packet; null when nothing comes back in this time. */
async function send(fixture: Fixture, packet: Buffer, waitMs?: number): Promise<Buffer | null> {
  const socket = createSocket('udp4')
  try {
    socket.send(packet, portOf(fixture), '127.0.0.1')
    const answered = once(socket, 'message').then(([answer]) => answer)
    return await (waitMs === undefined ? answered : Promise.race([answered, sleep(waitMs, null)]))
  } finally {
    socket.close()
  }
}

/** As https://developer.valvesoftware.com/wiki/Server_queries has it, the lowest byte first. */
test('the state, DayZ’s keywords, the rules and the players are sent byte by byte', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { players: 3, maxPlayers: 50, gameTime: '05:07' })
  expect(await query(fixture, infoRequest)).toBe(
    [
      `${singlePacket}I\x11A DayZ server\0chernarus\0dayz\0DayZ\0`,
      '\0\0\x03\x32\0dw\0\x011.28.160049\0',
      // What follows: game port 2302, Steam ID 90200000000000042, keywords, game 221100.
      '\xb1\xfe\x08\x2a\x80\xbd\x0e\x6c\x74\x40\x01',
      'battleye,external,privHive,shard001,lqs0,etm4.000000,entm4.000000,mod,05:07\0',
      '\xac\x5f\x03\0\0\0\0\0',
    ].join(''),
  )
  expect(await query(fixture, rulesRequest)).toBe(
    `${singlePacket}E\x04\0dedicated\x001\0island\0chernarus\0language\x0065545\0platform\0win\0`,
  )
  // Each without name and points, after one, two and three minutes.
  const player = '\0\0\0\0\0\0'
  expect(await query(fixture, playerRequest)).toBe(
    `${singlePacket}D\x03${player}\0\0\x70\x42${player}\0\0\xf0\x42${player}\0\0\x34\x43`,
  )
})

test('the maximum number of players fits into the answer', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { players: 127, maxPlayers: 127 })
  const answer = await query(fixture, playerRequest)
  expect(answer.slice(0, 6)).toBe(`${singlePacket}D\x7f`)
  expect(answer).toHaveLength(6 + 127 * 10)
})

test('a request without the challenge gets no data', async () => {
  const fixture = await startFixture()
  const challenge = await send(fixture, infoRequest)
  expect(challenge?.toString('latin1').slice(0, 5)).toBe(`${singlePacket}A`)
  expect(challenge).toHaveLength(9)
  // The same number from another port belongs to another caller.
  const repeated = Buffer.concat([infoRequest, challenge?.subarray(5) ?? Buffer.alloc(0)])
  expect((await send(fixture, repeated))?.at(4)).toBe('A'.charCodeAt(0))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['an unknown query', Buffer.from(`${singlePacket}W`, 'latin1')],
  ['a query that breaks off', infoRequest.subarray(0, -3)],
  ['half a challenge', Buffer.concat([infoRequest, Buffer.from([1, 2])])],
])('%s is ignored without harm', async (_, packet) => {
  const fixture = await startFixture()
  expect(await send(fixture, packet, silenceMs)).toBeNull()
  expect(await readPlayers(fixture)).toBe(42)
})

test('a server that is down is silent, and answers when it is up again', async () => {
  const fixture = await startFixture()
  await fixture.control('server', { status: 'offline' })
  expect(await send(fixture, infoRequest, silenceMs)).toBeNull()
  await fixture.control('server', { status: 'online' })
  expect(await readPlayers(fixture)).toBe(42)
})

test.each(['hang', 'truncated'])('%s spoils one answer, and the log says so', async (kind) => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'a2s', kind, path: '/info' })
  const spoilt = readPlayers(fixture).catch(() => null)
  const readLog = async (): Promise<unknown> =>
    (await fetch(`${fixture.origin}/_sandbox/log?provider=a2s`)).json()
  await expect
    .poll(readLog)
    .toContainEqual(expect.objectContaining({ method: 'UDP', path: '/info', fault: kind }))
  const answer = await Promise.race([spoilt, sleep(silenceMs, null)])
  expect(answer).not.toBe(42)
  expect(await readPlayers(fixture)).toBe(42)
})

test('slow answers after later requests', async () => {
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
