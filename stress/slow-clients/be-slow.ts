import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { crowdTask, slowKinds, type CrowdReport, type SlowKind } from './crowd-messages.ts'

/** A process that acts as slow clients of every kind, and reports how many are still connected. */
const { port, clients } = crowdTask.parse(JSON.parse(process.argv[2] ?? ''))

const host = `host: 127.0.0.1:${port}\r\n`
const page = `GET / HTTP/1.1\r\n${host}\r\n`
const health = `GET /healthz HTTP/1.1\r\n${host}\r\n`
const bodyHead = `POST /api/beta/unlock HTTP/1.1\r\n${host}content-type: application/json\r\n`

/** What each kind does once it is connected. */
const behaviours: Readonly<Record<SlowKind, (socket: Socket) => void>> = {
  'heads a byte at a time': (socket) =>
    trickle(socket, `GET / HTTP/1.1\r\n${host}x-slow: ${'z'.repeat(10_000)}`, 1),
  'connections that say nothing': () => undefined,
  'bodies a byte at a time': (socket) => {
    socket.write(`${bodyHead}content-length: 200000\r\n\r\n`)
    trickle(socket, 'x'.repeat(10_000), 1)
  },
  'bodies that stop before their end': (socket) => {
    socket.write(`${bodyHead}content-length: 250000\r\n\r\n${'x'.repeat(240_000)}`)
  },
  'bodies without an end': (socket) => {
    const piece = `400\r\n${'x'.repeat(1024)}\r\n`
    socket.write(`${bodyHead}transfer-encoding: chunked\r\n\r\n`)
    trickle(socket, piece, piece.length)
  },
  'uploads that hang': (socket) => {
    const head = `POST /api/admin/shop-items HTTP/1.1\r\n${host}content-type: application/json\r\n`
    socket.write(`${head}content-length: 6000000\r\n\r\n${'x'.repeat(100_000)}`)
  },
  'readers that never read': (socket) => {
    socket.pause()
    socket.write(page.repeat(300))
  },
  'pipelines of a hundred': (socket) => {
    socket.write(health.repeat(100))
  },
  'heads that are too large': (socket) => {
    socket.write(`GET / HTTP/1.1\r\n${host}cookie: ${'c'.repeat(64 * 1024)}\r\n\r\n`)
  },
  'idle connections': (socket) => void socket.write(health),
}

/** Each of these makes the system buffer megabytes: a tenth as many is enough. */
const costly = new Set<SlowKind>(['readers that never read'])

/** So many bytes each second, starting again at the end. */
function trickle(socket: Socket, text: string, bytes: number): void {
  let at = 0
  const timer = setInterval(() => {
    socket.write(text.slice(at, at + bytes))
    at = (at + bytes) % text.length
  }, 1000)
  socket.once('close', () => clearInterval(timer))
}

const connected: CrowdReport = {
  'heads a byte at a time': 0,
  'connections that say nothing': 0,
  'bodies a byte at a time': 0,
  'bodies that stop before their end': 0,
  'bodies without an end': 0,
  'uploads that hang': 0,
  'readers that never read': 0,
  'pipelines of a hundred': 0,
  'heads that are too large': 0,
  'idle connections': 0,
}
let joined = 0
const unread: Socket[] = []
/** Longer than a reader needs for what the system has buffered. */
const catchUpMilliseconds = 5000

function join(kind: SlowKind): void {
  joined += 1
  connected[kind] += 1
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (joined % 8)}` })
  socket.on('error', () => undefined)
  socket.on('close', () => (connected[kind] -= 1))
  socket.on('connect', () => {
    if (kind === 'readers that never read') unread.push(socket)
    else socket.resume()
    behaviours[kind](socket)
  })
}

function report(): void {
  process.send?.(connected)
}

process.on('message', (order) => {
  z.literal('report').parse(order)
  // A client that neither reads nor sends does not notice that it was cut off.
  for (const socket of unread) {
    socket.resume()
    socket.write(page)
  }
  setTimeout(report, catchUpMilliseconds)
})
process.on('disconnect', () => process.exit())

for (let index = 0; index < clients; index += 1) {
  for (const kind of slowKinds) if (!costly.has(kind) || index % 10 === 0) join(kind)
  // Slowly enough for the system's own queue of new connections, which is not under test.
  await new Promise((resolve) => setTimeout(resolve, 20))
}
report()
