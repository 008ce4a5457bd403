import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import * as fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { playedGameServer } from '#scripts/product/sandbox-command.ts'
import { shownName } from '#server/providers/game-server.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { queryGameServer, readInfo } from './a2s.ts'

const singlePacket = '\xff\xff\xff\xff'

const info = {
  name: 'KRYPTONIQUE',
  players: 12,
  maxPlayers: 60,
  gamePort: 2302,
  keywords: 'battleye,no3rd,privHive,etm4.000000,9:05',
}

/** Laid out as servers of DayZ send it. */
function infoPacket(change: Partial<typeof info> = {}): Buffer {
  const { name, players, maxPlayers, gamePort, keywords } = { ...info, ...change }
  return Buffer.concat([
    Buffer.from(`${singlePacket}I\x11`, 'latin1'),
    Buffer.from(`${name}\0chernarusplus\0dayz\0DayZ\0`),
    Buffer.from([0, 0, players, maxPlayers, 0]),
    Buffer.from('dw\0\x011.28.160049\0\xb1', 'latin1'),
    Buffer.from([gamePort & 0xff, gamePort >> 8]),
    Buffer.from('\x09\xf0\x2b\x11\x2b\x1e\x40\x01', 'latin1'),
    Buffer.from(`${keywords}\0`),
    Buffer.from('\xac\x5f\x03\0\0\0\0\0', 'latin1'),
  ])
}

const running = new AbortController().signal

async function startGameServer() {
  const sandbox = await startSandbox({
    port: 0,
    productOrigin: 'http://127.0.0.1:9',
    gameServer: playedGameServer,
  })
  onTestFinished(() => sandbox.close())
  const { hostname: host, port } = new URL(sandbox.origin)
  const query = () => queryGameServer({ source: 'a2s', host, port: Number(port) }, running)
  return {
    control: createSandboxControl(sandbox.origin),
    query,
    /** Without its timeout, which a stalled machine would exceed. */
    queryPatiently: async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      return query().finally(() => vi.useRealTimers())
    },
  }
}

function challenge(number: string): Buffer {
  return Buffer.from(`${singlePacket}A${number}`, 'latin1')
}

/** A fake game server; `answer` responds to each packet. */
async function gameServerThat(
  answer: (socket: Socket, caller: RemoteInfo, packet: Buffer) => void,
) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.on('message', (packet, caller) => answer(socket, caller, packet))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return (stopped = running) =>
    queryGameServer({ source: 'a2s', host: '127.0.0.1', port: socket.address().port }, stopped)
}

it('reads players and the time of day from the game server itself', async () => {
  const { control, queryPatiently } = await startGameServer()
  await control.changeServer({ players: 7, maxPlayers: 50, gameTime: '05:07' })
  expect(await queryPatiently()).toEqual({
    outcome: 'ok',
    server: {
      name: playedGameServer.name,
      // Nobody else can play at an address of this machine.
      address: null,
      players: 7,
      maxPlayers: 50,
      status: 'online',
      gameTime: '05:07',
    },
  })
})

it('requests once what it needs and nothing else', async () => {
  const { control, queryPatiently } = await startGameServer()
  await queryPatiently()
  const paths = (await control.readLog('a2s')).map((entry) => entry['path'])
  expect(paths).toEqual(['/info'])
})

/** The same packet for whatever comes. */
async function gameServerThatSends(packet: Buffer) {
  return gameServerThat((socket, { port, address }) => socket.send(packet, port, address))
}

it('fails when nothing comes back that it knows, and reads on when the game server is back', async () => {
  const { control, query, queryPatiently } = await startGameServer()
  await control.changeServer({ status: 'offline' })
  let challenges = 0
  const sources = [
    query,
    await gameServerThatSends(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')),
    await gameServerThatSends(Buffer.from(`${singlePacket}I\x11KRYPT`, 'latin1')),
    await gameServerThat((socket, { port, address }) => {
      challenges += 1
      socket.send(challenge(`${challenges}000`), port, address)
    }),
    // An empty challenge.
    await gameServerThatSends(challenge('')),
    // One part of an answer in several packets, which no DayZ server sends.
    await gameServerThatSends(Buffer.from('\xfe\xff\xff\xffI\x11KRYPT', 'latin1')),
    await gameServerThatSends(Buffer.alloc(0)),
    await gameServerThatSends(infoPacket().subarray(0, 40)),
  ]
  const readings = await Promise.all(sources.map((source) => source()))
  expect(readings.map(({ outcome }) => outcome)).toEqual(Array(sources.length).fill('failed'))
  expect(challenges).toBe(3)
  expect(readings[0]).toMatchObject({
    detail: expect.stringMatching(/^The game server at 127\.0\.0\.1:\d+: /),
  })
  await control.changeServer({ status: 'online' })
  expect((await queryPatiently()).outcome).toBe('ok')
})

it('fails when nobody has that name', async () => {
  const config = { source: 'a2s', host: 'no-such-host.invalid', port: 27_016 } as const
  expect((await queryGameServer(config, running)).outcome).toBe('failed')
})

it('does not wait when the product stops', async () => {
  const requested = Promise.withResolvers<void>()
  const query = await gameServerThat(() => requested.resolve())
  const stopping = new AbortController()
  const pending = query(stopping.signal)
  await requested.promise
  stopping.abort()
  expect(await pending).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/stopped$/),
  })
})

it('repeats the challenge of the game server, and another one should it change', async () => {
  const requests: string[] = []
  const query = await gameServerThat((socket, { port, address }, packet) => {
    requests.push(packet.toString('latin1'))
    const answers = [challenge('abcd'), challenge('\0\xff\0\xff')]
    socket.send(answers[requests.length - 1] ?? infoPacket(), port, address)
  })
  expect(await query()).toMatchObject({ outcome: 'ok', server: { players: 12 } })
  const request = `${singlePacket}TSource Engine Query\0`
  expect(requests).toEqual([request, `${request}abcd`, `${request}\0\xff\0\xff`])
})

it('believes nobody who answers from another address', async () => {
  const impostor = createSocket('udp4')
  onTestFinished(() => void impostor.close())
  const query = await gameServerThat((socket, { port, address }) => {
    impostor.send(infoPacket({ players: 60 }), port, address, () =>
      socket.send(infoPacket(), port, address),
    )
  })
  expect(await query()).toMatchObject({ outcome: 'ok', server: { players: 12 } })
})

it('takes the first answer of a game server that does not stop', async () => {
  const query = await gameServerThat((socket, { port, address }) => {
    for (let players = 12; players < 60; players += 1) {
      socket.send(infoPacket({ players }), port, address)
    }
  })
  expect(await query()).toMatchObject({ outcome: 'ok', server: { players: 12 } })
})

it.each([
  ['203.0.113.7', 2302, '203.0.113.7:2302'],
  ['play.example', 2302, 'play.example:2302'],
  // Its port is missing.
  ['203.0.113.7', 0, null],
  ['127.0.0.1', 2302, null],
  ['192.168.1.20', 2302, null],
  ['172.20.0.3', 2302, null],
  ['localhost', 2302, null],
  ['dayz', 2302, null],
])(
  'gives players an address that they can use: queried at %s, game at %s',
  (host, gamePort, address) => {
    expect(readInfo(infoPacket({ gamePort }), host)).toMatchObject({
      address,
      players: 12,
      gameTime: '09:05',
    })
  },
)

it.each(['', 'lqs:0', 'battleye'])('does without a time: %o', (keywords) => {
  expect(readInfo(infoPacket({ keywords }), 'play.example').gameTime).toBeNull()
})

it('reads on behind the port and the name for spectators', () => {
  const packet = infoPacket().toString('latin1')
  const steamId = '\x09\xf0\x2b\x11\x2b\x1e\x40\x01'
  const withSpectators = packet
    .replace('\0\xb1', '\0\xf1')
    .replace(steamId, `${steamId}\x05\x06SourceTV\0`)
  expect(readInfo(Buffer.from(withSpectators, 'latin1'), 'play.example').gameTime).toBe('09:05')
})

it('does without all that is not obligatory', () => {
  const packet = infoPacket()
  const obligatory = packet.subarray(0, packet.indexOf('\xb1', 'latin1'))
  for (const short of [obligatory, Buffer.concat([obligatory, Buffer.from([0])])]) {
    expect(readInfo(short, 'play.example')).toMatchObject({
      players: 12,
      address: null,
      gameTime: null,
    })
  }
})

it('takes a server without room for a failure', () => {
  expect(() => readInfo(infoPacket({ maxPlayers: 0 }), 'play.example')).toThrow('no room')
})

const word = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const anyInfo = fc.record({
  name: word,
  players: fc.nat(255),
  maxPlayers: fc.integer({ min: 1, max: 255 }),
  gamePort: fc.integer({ min: 1, max: 65_535 }),
  keywords: fc.array(word.map((text) => text.replaceAll(/[,:]/g, ''))).map((tags) => tags.join()),
})

it('reads whatever a game server says of itself', () => {
  fc.assert(
    fc.property(anyInfo, fc.nat(23), (told, hour) => {
      const keywords = `${told.keywords},${hour}:07`
      const server = readInfo(infoPacket({ ...told, keywords }), 'play.example')
      expect(server).toMatchObject({
        name: shownName(told.name),
        players: told.players,
        maxPlayers: told.maxPlayers,
        address: `play.example:${told.gamePort}`,
        gameTime: `${String(hour).padStart(2, '0')}:07`,
      })
    }),
  )
})

it.each([
  ['Зона', 'Зон'],
  ['Zone 💎', 'Zone'],
])('drops the last character of %s where the game has cut it', (name, shown) => {
  const packet = infoPacket({ name })
  const end = packet.indexOf(0, packet.indexOf(name))
  const cut = Buffer.concat([packet.subarray(0, end - 1), packet.subarray(end)])
  expect(readInfo(cut, 'play.example')).toMatchObject({ name: shown, players: info.players })
})

const faults = /^(an unknown answer|an answer that breaks off|no room for players)$/

it('takes an answer that breaks off for a failure, wherever it does', () => {
  const whole = infoPacket()
  const optional = whole.indexOf('\xb1', 'latin1')
  // The id of the game at the end is not read, and all that is optional may be missing.
  const ends = [...Array(whole.length - 8).keys()].filter((end) => end !== optional)
  for (const end of ends) {
    expect(() => readInfo(whole.subarray(0, end), 'play.example'), String(end)).toThrow(faults)
  }
})

it('reads any packet or says what is wrong with it', () => {
  const anything = fc.uint8Array({ maxLength: 1400 }).map((bytes) => Buffer.from(bytes))
  const headed = anything.map((bytes) => Buffer.concat([infoPacket().subarray(0, 6), bytes]))
  const spoilt = fc.tuple(fc.nat(infoPacket().length - 1), fc.nat(255)).map(([place, byte]) => {
    const packet = infoPacket()
    packet[place] = byte
    return packet
  })
  fc.assert(
    fc.property(fc.oneof(anything, headed, spoilt), (packet) => {
      try {
        expect(readInfo(packet, 'play.example').maxPlayers).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringMatching(faults) })
      }
    }),
  )
})
