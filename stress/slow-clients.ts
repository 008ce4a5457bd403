import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { findResidentMb } from '#bench/resident-memory.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { type RunningProduct, startProduct } from '#test/product.ts'
import { behindProxy, defineStress } from './define-stress.ts'
import { type Watch, watchPages } from './watch-pages.ts'

const longestP99Milliseconds = 500
const mostGrowthMb = 300
/** Pages that a healthy visitor opens. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings'] as const

interface SlowFigures extends Watch {
  /** How many of each kind are connected in the end. */
  readonly connected: Readonly<Record<string, number>>
  /** Null where it cannot be read. */
  readonly growthMb: number | null
}

/**
 * Thousands of clients who send or read slowly or not at all, for longer than any timeout, and an
 * ordinary visitor (R16).
 */
export const slowClients = defineStress({ clients: 1000, seconds: 170 }, async (setting) => {
  await buildWebIfStale()
  const product = await startProduct(behindProxy)
  try {
    const [clients, seconds] = [setting('clients'), setting('seconds')]
    const figures = await meetSlowClients(product, pages, { clients, seconds })
    const { p99Milliseconds, failures, faults, connected, growthMb } = figures
    for (const words of faults) note(words)
    note(`${clients} of each kind, for ${seconds} s; still there: ${JSON.stringify(connected)}`)
    return [
      reportExactly('answers that a visitor did not get', failures),
      reportAtMost('a visitor’s p99', p99Milliseconds, longestP99Milliseconds, 'ms'),
      reportExactly(
        'slow clients who were not cut off',
        Object.values(connected).reduce((sum, count) => sum + count, 0),
      ),
      growthMb === null || reportAtMost('memory that they took', growthMb, mostGrowthMb, 'MB'),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
})

async function meetSlowClients(
  product: Pick<RunningProduct, 'origin' | 'readPid'>,
  watchedPages: readonly string[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<SlowFigures> {
  const addresses = watchedPages.map((page) => product.origin + page)
  const before = findResidentMb(product.readPid())
  let most = before
  const { result: connected, ...watch } = await watchPages(
    addresses,
    async () => {
      const crowd = await gatherSlowCrowd(Number(new URL(product.origin).port), clients)
      const end = performance.now() + seconds * 1000
      while (performance.now() < end) {
        await sleep(500)
        most = Math.max(most ?? 0, findResidentMb(product.readPid()) ?? 0)
      }
      const counts = await crowd.count()
      crowd.leave()
      return counts
    },
    { isBehindProxy: true },
  )
  return {
    ...watch,
    connected,
    growthMb: before === null || most === null ? null : most - before,
  }
}

/** Each of these makes the system buffer megabytes: a tenth as many is enough. */
const nonReaders = 'readers that never read'
/** Longer than a reader needs for what the system has buffered. */
const catchUpMilliseconds = 5000

interface SlowCrowd {
  /** How many of each kind are still connected. */
  readonly count: () => Promise<Readonly<Record<string, number>>>
  readonly leave: () => void
}

/** Connects slow clients of every kind. */
async function gatherSlowCrowd(port: number, clients: number): Promise<SlowCrowd> {
  const host = `host: 127.0.0.1:${port}\r\n`
  const page = `GET / HTTP/1.1\r\n${host}\r\n`
  const kinds = Object.entries(behaviours(host, page))
  const connected = Object.fromEntries(kinds.map(([kind]) => [kind, 0]))
  const sockets: Socket[] = []
  const unread: Socket[] = []
  const change = (kind: string, by: number): void => {
    connected[kind] = (connected[kind] ?? 0) + by
  }
  const join = (kind: string, behave: (socket: Socket) => void): void => {
    const localAddress = `127.0.0.${2 + (sockets.length % 8)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    change(kind, 1)
    socket.on('error', () => undefined)
    socket.on('close', () => change(kind, -1))
    socket.on('connect', () => {
      if (kind === nonReaders) unread.push(socket)
      else socket.resume()
      behave(socket)
    })
  }
  for (let index = 0; index < clients; index += 1) {
    for (const [kind, behave] of kinds) {
      if (kind !== nonReaders || index % 10 === 0) join(kind, behave)
    }
    // Slowly enough for the system's own queue of new connections, which is not under test.
    await sleep(20)
  }
  return {
    count: async () => {
      // A client that neither reads nor sends does not notice that it was cut off.
      for (const socket of unread) {
        socket.resume()
        socket.write(page)
      }
      await sleep(catchUpMilliseconds)
      return { ...connected }
    },
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** What each kind does once it is connected. */
function behaviours(
  host: string,
  page: string,
): Readonly<Record<string, (socket: Socket) => void>> {
  const health = `GET /healthz HTTP/1.1\r\n${host}\r\n`
  const bodyHead = `POST /api/beta/unlock HTTP/1.1\r\n${host}content-type: application/json\r\n`
  return {
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
    [nonReaders]: (socket) => {
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
}

/** So many bytes each second, starting again at the end. */
function trickle(socket: Socket, text: string, bytes: number): void {
  let at = 0
  const timer = setInterval(() => {
    socket.write(text.slice(at, at + bytes))
    at = (at + bytes) % text.length
  }, 1000)
  socket.once('close', () => clearInterval(timer))
}
