import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { findFreePort } from '#test/free-port.ts'
import { noPages } from '#test/shop.ts'
import {
  describeOnDatabase,
  describeOnEachDatabase,
  describeOnEmbedded,
  describeOnPostgres,
} from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { readConfig } from './config.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { startProduct, type Product } from './product.ts'

/** The product allows two seconds for most steps of stopping; a busy machine may take longer. */
const longTimeouts = { jobs: 60_000, rest: 60_000 }

describeOnEachDatabase('the product', (_, createTestDatabase) => {
  it('stops despite open streams and a hanging request, and restarts on the same data once its port is free', async () => {
    const location = await createTestDatabase()
    const first = await start(location)
    const pages = await Promise.all([1, 2, 3].map(() => openEventStream(first.origin)))
    const hanging = await sendHalfARequest(first.origin)
    // Do not wait longer for the half request than for the others.
    await first.product.stop({ ...longTimeouts, requests: 300 })
    await Promise.all(pages.map((page) => page.ended))
    await hanging.closed
    await expect(fetch(`${first.origin}/healthz`)).rejects.toThrow('fetch failed')

    const port = await findFreePort()
    const other = net.createServer().listen(port, '127.0.0.1')
    await expect(start(location, port)).rejects.toThrow('EADDRINUSE')
    other.close()
    // Nothing of the failed attempt may still hold the database.
    const second = await start(location, port)
    expect(await (await fetch(`${second.origin}/readyz`)).text()).toBe('ready')
    await second.product.stop(longTimeouts)
  })
})

describeOnDatabase('the product', (_, createTestDatabase) => {
  it('reports itself as not ready as soon as it stops, and still answers', async () => {
    const { origin, product } = await start(await createTestDatabase())
    const stopped = product.stop({ ...longTimeouts, visitors: 1500 })
    // Both at once: a request after that time may find the port closed.
    const [probe, page] = await Promise.all(
      ['/readyz', '/api/donors'].map((address) => fetch(origin + address)),
    )
    expect([probe?.status, page?.status]).toEqual([503, 200])
    expect(probe?.headers.get('connection')).toBe('close')
    await stopped
  })
})

describeOnPostgres('a product that starts', (_, createTestDatabase) => {
  it('answers nobody before its start succeeds: a fault then must not end an open shop', async () => {
    const location = await createTestDatabase()
    const database = await openDatabase(location, () => undefined)
    const countSchedules = async (): Promise<unknown> =>
      (await sql`select count(*) from jobs.schedule`.execute(database.db)).rows
    const port = await findFreePort()
    const starting = start(location, port)
    while (!(await answers(port))) await nextTurn()
    const whenItAnswered = await countSchedules()
    const { product } = await starting
    expect(whenItAnswered).toEqual(await countSchedules())
    await product.stop(longTimeouts)
    await database.close()
  })
})

describeOnEmbedded('a product whose database has died', (_, createTestDatabase) => {
  it('reports the failure, because only a restart helps', async () => {
    const worker = new Promise<Worker>((resolve) => void process.once('worker', resolve))
    const { product } = await start(await createTestDatabase())
    // Terminating a thread in the middle of a query can take down the whole process; an idle
    // transaction blocks the jobs instead.
    const transaction = product.services.database.transaction(async () => {
      await (await worker).terminate()
    })
    await expect(transaction).rejects.toThrow('has stopped')
    expect((await product.failed).message).toContain('has stopped')
  })
})

async function start(
  location: DatabaseLocation,
  port?: number,
): Promise<{ product: Product; origin: string }> {
  const config = readConfig({
    PORT: String(port ?? (await findFreePort())),
    DEMO_DATA: 'false',
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory }),
  })
  const product = await startProduct({
    config,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    texts: Promise.resolve([]),
    pages: noPages,
  })
  return { product, origin: config.publicOrigin }
}

/** Whether a server accepts connections there. */
function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = net.connect(port, '127.0.0.1', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** A client that announces a body and never sends it. */
async function sendHalfARequest(origin: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port, host } = new URL(origin)
  const closed = Promise.withResolvers<undefined>()
  const sent = Promise.withResolvers<undefined>()
  const socket = net.connect(Number(port), hostname, () => {
    const head = `POST /webhooks/paypal HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100\r\n\r\n{`
    socket.write(head, () => sent.resolve(undefined))
  })
  socket.on('error', () => {})
  socket.on('close', () => closed.resolve(undefined))
  await sent.promise
  return { closed: closed.promise }
}
