import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { playedGameServer } from '#scripts/product/sandbox-command.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { askGameServer, readState } from './a2s.ts'

const singlePacket = '\xff\xff\xff\xff'
const running = new AbortController().signal

async function startGameServer() {
  const sandbox = await startSandbox({
    port: 0,
    productOrigin: 'http://127.0.0.1:9',
    gameServer: playedGameServer,
  })
  onTestFinished(() => sandbox.close())
  const { hostname: host, port } = new URL(sandbox.origin)
  const ask = () => askGameServer({ source: 'a2s', host, port: Number(port) }, running)
  return {
    control: createSandboxControl(sandbox.origin),
    ask,
    /** Without its patience, which ends while the machine stands still. */
    askPatiently: async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      return ask().finally(() => vi.useRealTimers())
    },
  }
}

/** Something in the game server's place that answers a packet as told. */
async function gameServerThat(answer: (socket: Socket, caller: RemoteInfo) => void) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.on('message', (_, caller) => answer(socket, caller))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return (stopped = running) =>
    askGameServer({ source: 'a2s', host: '127.0.0.1', port: socket.address().port }, stopped)
}

it('reads players and the time of day from the game server itself', async () => {
  const { control, askPatiently } = await startGameServer()
  await control.changeServer({ players: 7, maxPlayers: 50, gameTime: '05:07' })
  expect(await askPatiently()).toEqual({
    outcome: 'told',
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

it('asks once, for what it needs and nothing else', async () => {
  const { control, askPatiently } = await startGameServer()
  await askPatiently()
  const paths = (await control.readLog('a2s')).map((entry) => entry['path'])
  expect(paths).toEqual(['/info'])
})

/** The same packet for whatever comes. */
async function gameServerThatSends(packet: Buffer) {
  return gameServerThat((socket, { port, address }) => socket.send(packet, port, address))
}

it('fails when nothing comes back that it knows, and reads on when the game server is back', async () => {
  const { control, ask, askPatiently } = await startGameServer()
  await control.changeServer({ status: 'offline' })
  let challenge = 0
  const sources = [
    ask,
    await gameServerThatSends(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')),
    await gameServerThatSends(Buffer.from(`${singlePacket}I\x11KRYPT`, 'latin1')),
    await gameServerThat((socket, { port, address }) => {
      challenge += 1
      const next = `${singlePacket}A${String.fromCharCode(challenge)}\0\0\0`
      socket.send(Buffer.from(next, 'latin1'), port, address)
    }),
  ]
  const readings = await Promise.all(sources.map((source) => source()))
  expect(readings.map(({ outcome }) => outcome)).toEqual(Array(4).fill('failed'))
  expect(readings[0]).toMatchObject({
    detail: expect.stringMatching(/^The game server at 127\.0\.0\.1:\d+: /),
  })
  await control.changeServer({ status: 'online' })
  expect((await askPatiently()).outcome).toBe('told')
})

it('fails when nobody has that name', async () => {
  const config = { source: 'a2s', host: 'no-such-host.invalid', port: 27_016 } as const
  expect((await askGameServer(config, running)).outcome).toBe('failed')
})

it('does not wait when the product stops', async () => {
  const asked = Promise.withResolvers<void>()
  const ask = await gameServerThat(() => asked.resolve())
  const stopping = new AbortController()
  const asking = ask(stopping.signal)
  await asked.promise
  stopping.abort()
  expect(await asking).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/stopped$/),
  })
})

const state = {
  name: 'KRYPTONIQUE',
  numplayers: 12,
  maxplayers: 60,
  connect: '203.0.113.7:2302',
  queryPort: 27_016,
  raw: { time: '9:05' },
}

it.each([
  ['203.0.113.7', '203.0.113.7:2302', '203.0.113.7:2302'],
  ['play.example', 'play.example:2302', 'play.example:2302'],
  // The library puts the port there that it asked.
  ['203.0.113.7', '203.0.113.7:27016', null],
  ['127.0.0.1', '127.0.0.1:2302', null],
  ['192.168.1.20', '192.168.1.20:2302', null],
  ['172.20.0.3', '172.20.0.3:2302', null],
  ['localhost', 'localhost:2302', null],
  ['dayz', 'dayz:2302', null],
])('tells players an address that they can use: asked %s, connect %s', (host, connect, address) => {
  expect(readState({ ...state, connect }, host)).toMatchObject({
    outcome: 'told',
    server: { address, players: 12, gameTime: '09:05' },
  })
})

it.each([[{}], [{ time: 'lqs:0' }], [{ time: 5 }]])('does without a time: %o', (raw) => {
  expect(readState({ ...state, raw }, 'play.example')).toMatchObject({
    outcome: 'told',
    server: { gameTime: null },
  })
})

it.each([null, {}, { ...state, numplayers: undefined }, { ...state, maxplayers: 0 }])(
  'takes %o for a failure',
  (answer) => {
    expect(readState(answer, 'play.example').outcome).toBe('failed')
  },
)
