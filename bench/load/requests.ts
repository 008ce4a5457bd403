import autocannon, { type Options, type Request, type Result } from 'autocannon'
import { randomUUID } from 'node:crypto'
import { percentile } from '#bench/report.ts'
import { inParallel } from '#stress/calls.ts'

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
  headers,
  status = 200,
}: Read): Promise<ReadTimes> {
  const { milliseconds, seconds } = await runClients(port, status, {
    connections: readers,
    duration: readSeconds,
    requests: [{ path, headers }],
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
  const writePurchase = (request: Request): Request => {
    const steamId = steamIds[sent++ % steamIds.length]
    const body = { steamId, itemName: item.name, itemPrice: item.price, itemId: item.id }
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { ...request, headers, body: JSON.stringify(body) }
  }
  const loads = await Promise.all(
    ports.map((port) =>
      runClients(port, 200, {
        connections: clients / ports.length,
        duration: purchaseSeconds,
        requests: [{ method: 'POST', path, setupRequest: writePurchase }],
      }),
    ),
  )
  return loads.reduce((sum, { milliseconds, seconds }) => sum + milliseconds.length / seconds, 0)
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
  const start = performance.now()
  await inParallel(requests, clients, async ({ headers, body }) => {
    const url = `http://127.0.0.1:${port}${path}`
    const { status } = await fetch(url, { method: 'POST', headers, body })
    if (status !== 204) throw new Error(`not 204: ${status}`)
  })
  return (performance.now() - start) / 1000
}

interface LoadTimes {
  /** Of each answer. */
  readonly milliseconds: readonly number[]
  /** Of all. */
  readonly seconds: number
}

/** Sends requests over kept-alive connections as fast as they are answered. */
async function runClients(
  port: number,
  status: number,
  options: Omit<Options, 'url'>,
): Promise<LoadTimes> {
  const milliseconds: number[] = []
  const unexpected = new Map<number, number>()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const load = autocannon({ url: `http://127.0.0.1:${port}`, ...options }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  load.on('response', (_client, answered, _bytes, time) => {
    milliseconds.push(time)
    if (answered !== status) unexpected.set(answered, (unexpected.get(answered) ?? 0) + 1)
  })
  const { duration, errors } = await promise
  if (errors > 0 || unexpected.size > 0) {
    throw new Error(`${errors} errors, and not ${status}: ${JSON.stringify([...unexpected])}`)
  }
  return { milliseconds, seconds: duration }
}
