import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { playedGameServer } from '#scripts/product/sandbox-command.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { askGameServer } from './ask-game-server.ts'

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
