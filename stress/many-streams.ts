import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { findResidentMb } from '#bench/resident-memory.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { startPostgres } from '#test/postgres.ts'
import { type RunningProduct, startProduct } from '#test/product.ts'
import { buySkin, creditKr, nextSteamId, openSkinShop, type SkinShop } from '#test/skin-shop.ts'
import { createVisitor } from '#test/visitor.ts'
import { inParallel } from './calls.ts'
import { behindProxy, defineStress } from './define-stress.ts'
import { watchPages } from './watch-pages.ts'

const longestP99Milliseconds = 500
/** Pages that a healthy visitor opens. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings']
const pauseBetweenPurchasesMilliseconds = 500
const quietMilliseconds = 3000
const longestWaitMilliseconds = 30_000
const streamsPerNetwork = 20
const headsAtOnce = 8
/** The garbage of ten thousand ordinary answers. */
const mostMbAfterHeads = 90

interface StreamFigures {
  readonly refused: number
  readonly ended: number
  /** Purchases times streams, less the events that arrived. */
  readonly missed: number
  readonly quietP99Milliseconds: number
  readonly p99Milliseconds: number
  readonly failures: number
  /** Null where it cannot be read. */
  readonly kbPerStream: number | null
}

/** Ten thousand event streams, purchases that all of them receive, and an ordinary visitor (R16). */
export const manyStreams = defineStress(
  { streams: 10_000, purchases: 60, heads: 10_050 },
  async (setting) => {
    await buildWebIfStale()
    const postgres = await startPostgres(process.env)
    if (!postgres.available) note(`on the embedded database: ${postgres.reason}`)
    const product = await startProduct({
      ...behindProxy,
      ...(postgres.available && { DATABASE_URL: postgres.server.url }),
    })
    try {
      const [streams, purchases] = [setting('streams'), setting('purchases')]
      const heads = await dropHeads(product, setting('heads'))
      const figures = await fillWithStreams(product, pages, { streams, purchases })
      note(
        `${streams} streams, ${purchases} purchases, a visitor’s p99 ${figures.quietP99Milliseconds.toFixed(0)} ms before`,
      )
      const { kbPerStream } = figures
      if (kbPerStream !== null)
        note(`each stream takes ${kbPerStream.toFixed(1)} kB of the server’s memory`)
      return [
        reportExactly('streams that HEADs kept', heads.kept),
        reportExactly('streams that were refused after HEADs', heads.refused),
        heads.mbMore === null ||
          reportAtMost('memory more after HEADs', heads.mbMore, mostMbAfterHeads, 'MB'),
        reportExactly('streams that were refused', figures.refused),
        reportExactly('streams that ended by themselves', figures.ended),
        reportExactly('events that were not received', figures.missed),
        reportExactly('answers that a visitor did not get', figures.failures),
        reportAtMost('a visitor’s p99', figures.p99Milliseconds, longestP99Milliseconds, 'ms'),
      ].every(Boolean)
    } finally {
      await product.stop()
      if (postgres.available) await postgres.server.remove()
    }
  },
)

/** Sends HEAD for so many streams from many networks, then opens one stream from each of two. */
async function dropHeads(
  { origin, readPid }: Pick<RunningProduct, 'origin' | 'readPid'>,
  heads: number,
): Promise<{ readonly kept: number; readonly refused: number; readonly mbMore: number | null }> {
  const send = async (method: string, index: number): Promise<number> => {
    const number = Math.floor(index / streamsPerNetwork)
    const leaving = new AbortController()
    const { status } = await fetch(`${origin}/api/events`, {
      method,
      headers: { 'x-forwarded-for': `198.19.${number >> 8}.${number & 0xff}` },
      signal: leaving.signal,
    })
    leaving.abort()
    return status
  }
  const before = findResidentMb(readPid())
  const indexes = Array.from({ length: heads }, (_, index) => index)
  await inParallel(indexes, headsAtOnce, async (index) => void (await send('HEAD', index)))
  const after = findResidentMb(readPid())
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const [household, newcomer] = [await send('GET', 0), await send('GET', heads + streamsPerNetwork)]
  return {
    kept: Number(/^kryptonique_event_streams (\d+)$/m.exec(metrics)?.[1]),
    refused: [household, newcomer].filter((status) => status !== 200).length,
    mbMore: before === null || after === null ? null : after - before,
  }
}

async function fillWithStreams(
  product: Pick<RunningProduct, 'origin' | 'readPid'>,
  watchedPages: readonly string[],
  { streams, purchases }: { readonly streams: number; readonly purchases: number },
): Promise<StreamFigures> {
  const skinShop = await openSkinShop(product.origin)
  const addresses = watchedPages.map((page) => product.origin + page)
  const visitors = { isBehindProxy: true }
  const quiet = await watchPages(addresses, () => sleep(quietMilliseconds), visitors)
  const before = findResidentMb(product.readPid())
  const held = await holdStreams(Number(new URL(product.origin).port), streams)
  const after = findResidentMb(product.readPid())
  const watch = await watchPages(addresses, () => buyMany(skinShop, purchases), visitors)
  const counts = await receiveAll(held, purchases * streams)
  held.leave()
  return {
    refused: counts.refused,
    ended: counts.ended,
    missed: purchases * streams - counts.purchases,
    quietP99Milliseconds: quiet.p99Milliseconds,
    p99Milliseconds: watch.p99Milliseconds,
    failures: quiet.failures + watch.failures,
    kbPerStream: before === null || after === null ? null : ((after - before) * 1000) / streams,
  }
}

async function buyMany({ origin, admin, item }: SkinShop, purchases: number): Promise<void> {
  for (let purchase = 0; purchase < purchases; purchase += 1) {
    const steamId = nextSteamId()
    await creditKr(admin, { steamId, amount: item.price, key: `credit-${steamId}` })
    const answer = await buySkin(createVisitor(origin), { steamId, item, key: `buy-${steamId}` })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    await sleep(pauseBetweenPurchasesMilliseconds)
  }
}

/** Waits until all events have arrived, or for a generous limit. */
async function receiveAll({ counts }: HeldStreams, events: number): Promise<HeldStreams['counts']> {
  const end = performance.now() + longestWaitMilliseconds
  while (counts.purchases < events && performance.now() < end) await sleep(100)
  return { ...counts }
}

const atOnce = 100
/** The product's limit. */
const perNetwork = 20
const purchaseEvent = 'event: purchase\n'

/** Event streams of many networks. They implement just enough HTTP, so that ten thousand cost little. */
interface HeldStreams {
  /** What all of them have received so far. */
  readonly counts: {
    /** Purchase events, over all streams. */
    readonly purchases: number
    readonly refused: number
    readonly ended: number
  }
  /** Drops all connections at once. */
  readonly leave: () => void
}

/** Resolves once each stream is open, refused or broken. */
async function holdStreams(port: number, streams: number): Promise<HeldStreams> {
  const counts = { purchases: 0, refused: 0, ended: 0 }
  const open = (index: number) => {
    const opened = Promise.withResolvers<void>()
    const socket = connect({
      port,
      host: '127.0.0.1',
      // One address has too few ports for all.
      localAddress: `127.0.0.${2 + (index % 8)}`,
    })
    let isOpen = false
    let text = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(writeRequest(port, index)))
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!isOpen) {
        if (!text.includes('\r\n\r\n')) return
        isOpen = true
        if (!text.startsWith('HTTP/1.1 200')) counts.refused += 1
        opened.resolve()
      }
      const parts = text.split(purchaseEvent)
      counts.purchases += parts.length - 1
      // The event's name may be split over two chunks.
      text = (parts.at(-1) ?? '').slice(-purchaseEvent.length)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      counts.ended += 1
      opened.resolve()
    })
    return { socket, opened: opened.promise }
  }
  const sockets: ReturnType<typeof connect>[] = []
  await inParallel([...Array(streams).keys()], atOnce, async (index) => {
    const { socket, opened } = open(index)
    sockets.push(socket)
    await opened
  })
  return {
    counts,
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function writeRequest(port: number, index: number): string {
  const number = Math.floor(index / perNetwork)
  return [
    'GET /api/events HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `x-forwarded-for: 198.18.${number >> 8}.${number & 0xff}`,
    '',
    '',
  ].join('\r\n')
}
