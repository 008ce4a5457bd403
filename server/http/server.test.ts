import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { HttpEnvironment } from './environment.ts'
import { listen } from './server.ts'

const perNetwork = 500
/** Not this machine's loopback, which is exempt because proxies connect from there. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((known) => known?.internal === false && known.family === 'IPv4')?.address

it.skipIf(address === undefined)(
  'limits the connections of one network without touching those of others',
  async () => {
    const { port } = await openServer()
    const sockets = await Promise.all(
      Array.from({ length: perNetwork + 20 }, () => openConnection(port, address ?? '')),
    )
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(20)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    sockets.find(({ closed }) => !closed)?.destroy()
    await expect.poll(() => isServed(port, address ?? '')).toBe(true)
  },
)

it('limits how long any client can keep it waiting', async () => {
  const { server } = await openServer()
  expect(server.headersTimeout).toBeLessThan(server.requestTimeout)
  expect(server.timeout).toBeGreaterThan(25_000)
  // Proxies keep idle connections for up to two minutes.
  expect(server.keepAliveTimeout).toBeGreaterThan(120_000)
})

it('reads the last of many headers, which may hold the body’s length or the client’s address', async () => {
  const { port } = await openServer()
  const headers = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`a${index}`, '']))
  const answer = await fetch(`http://127.0.0.1:${port}/forwarded`, {
    headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await answer.text()).toBe('203.0.113.7')
})

it('answers what follows a body that it has refused without reading it', async () => {
  const { port } = await openServer()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.write('POST /refuse HTTP/1.1\r\nhost: shop\r\ncontent-length: 100000\r\n\r\n')
  await expect.poll(() => received).toContain('429')
  // Its sender is slow.
  for (let turn = 0; turn < 10; turn += 1) {
    await setImmediate()
    vi.advanceTimersByTime(1000)
  }
  socket.write(`${'x'.repeat(100_000)}GET / HTTP/1.1\r\nhost: shop\r\n\r\n`)
  await expect.poll(() => received).toContain('here')
})

it('rejects when the port is unavailable', async () => {
  const { port } = await openServer()
  const config = { host: '0.0.0.0', port, production: false, trustedProxies: [] }
  await expect(listen(new Hono<HttpEnvironment>(), config)).rejects.toThrow('EADDRINUSE')
})

async function openServer() {
  const app = new Hono<HttpEnvironment>()
    .get('/', (context) => context.text('here'))
    .post('/refuse', (context) => context.text('too many', 429))
    .get('/forwarded', (context) => context.text(context.req.header('x-forwarded-for') ?? 'none'))
  const config = { host: '0.0.0.0', port: 0, production: false, trustedProxies: [] }
  const server = await listen(app, config)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('not listening')
  return { server, port: bound.port }
}

/** Resolves once it is open; the server may still close it. */
async function openConnection(port: number, host: string): Promise<Socket> {
  const socket = connect({ port, host, localAddress: host })
  const opened = Promise.withResolvers<undefined>()
  socket.on('connect', () => opened.resolve(undefined))
  socket.on('error', () => opened.resolve(undefined))
  socket.resume()
  onTestFinished(() => void socket.destroy())
  await opened.promise
  return socket
}

async function isServed(port: number, host: string): Promise<boolean> {
  const answer = await fetch(`http://${host}:${port}/`).catch(() => null)
  return answer?.ok ?? false
}
