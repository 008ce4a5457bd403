import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { percentile } from '#bench/report.ts'

const readers = 16
const readSeconds = 4
const purchaseSeconds = 5

export interface Read {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The expected status of every answer. */
  readonly status?: number
}

export interface ReadTimes {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Answers per second. Throws on an unexpected one. */
export async function measureReads(read: Read): Promise<number> {
  return (await measureReadTimes(read)).perSecond
}

/** The same, with the median and the 99th percentile of the answers' times. */
export async function measureReadTimes({
  port,
  path,
  headers = {},
  status = 200,
}: Read): Promise<ReadTimes> {
  const request = writeRequest(`GET ${path}`, { host: `127.0.0.1:${port}`, ...headers })
  const next = during(readSeconds, () => request)
  const { milliseconds, seconds } = await runClients({
    ports: [port],
    clients: readers,
    next,
    status,
  })
  return {
    perSecond: milliseconds.length / seconds,
    p50Ms: percentile(milliseconds, 0.5),
    p99Ms: percentile(milliseconds, 0.99),
  }
}

export interface Purchases {
  /** The processes that the clients are spread over. */
  readonly ports: readonly number[]
  readonly path: string
  readonly clients: number
  readonly steamIds: readonly string[]
  readonly item: { readonly id: string; readonly name: string; readonly price: number }
}

/** Purchases per second. Throws when one was refused. */
export async function measurePurchases(purchases: Purchases): Promise<number> {
  const { ports, path, clients, steamIds, item } = purchases
  let sent = 0
  const next = during(purchaseSeconds, () => {
    const steamId = steamIds[sent++ % steamIds.length]
    const body = { steamId, itemName: item.name, itemPrice: item.price, itemId: item.id }
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return writePost(path, headers, JSON.stringify(body))
  })
  const { milliseconds, seconds } = await runClients({ ports, clients, next, status: 200 })
  return milliseconds.length / seconds
}

export interface Delivery {
  readonly port: number
  readonly path: string
  readonly clients: number
  readonly requests: readonly {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
}

/** Posts each request once; returns the seconds until all were answered 204. */
export async function deliverAll({ port, path, clients, requests }: Delivery): Promise<number> {
  const queue = requests.map(({ headers, body }) => writePost(path, headers, body)).values()
  const next = (): string | null => queue.next().value ?? null
  const { seconds } = await runClients({ ports: [port], clients, next, status: 204 })
  return seconds
}

type Headers = Readonly<Record<string, string>>

function writePost(path: string, headers: Headers, body: string): string {
  const length = String(Buffer.byteLength(body))
  return writeRequest(
    `POST ${path}`,
    { host: '127.0.0.1', ...headers, 'content-length': length },
    body,
  )
}

function writeRequest(start: string, headers: Headers, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${start} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

/** Ends the requests after so many seconds from now. */
function during(seconds: number, write: () => string): () => string | null {
  const end = performance.now() + seconds * 1000
  return () => (performance.now() < end ? write() : null)
}

interface Load {
  readonly ports: readonly number[]
  readonly clients: number
  /** The bytes of the next request; null to end. */
  readonly next: () => string | null
  readonly status: number
}

interface LoadTimes {
  /** Of each answer. */
  readonly milliseconds: readonly number[]
  /** Of all. */
  readonly seconds: number
}

/** Sends requests over kept-alive connections as fast as they are answered, until all are sent. */
async function runClients({ ports, clients, next, status }: Load): Promise<LoadTimes> {
  const milliseconds: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      runClient(ports[client % ports.length] ?? 0, next, (answer, time) => {
        if (!answer.startsWith(`HTTP/1.1 ${status}`)) {
          throw new Error(`not ${status}: ${answer.slice(0, 500)}`)
        }
        milliseconds.push(time)
      }),
    ),
  )
  return { milliseconds, seconds: (performance.now() - start) / 1000 }
}

/**
 * One client on one connection. It implements just enough HTTP to leave the shared machine to the
 * measured server. Rejects when the connection ends early, or when `onAnswer` throws, which gets
 * each whole answer, one character per byte.
 */
function runClient(
  port: number,
  next: Load['next'],
  onAnswer: (answer: string, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    let sentAt = 0
    const send = (): void => {
      sentAt = performance.now()
      const request = next()
      if (request === null) socket.end(resolve)
      else socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      try {
        onAnswer(received, performance.now() - sentAt)
        received = ''
        send()
      } catch (error) {
        reject(error)
        socket.destroy()
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection has ended')))
  })
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)?.[1] ?? 0
  return answer.length >= headEnd + 4 + Number(length)
}
