import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { findFreePort } from '#scripts/product/free-port.ts'
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

/** A product has two seconds for most steps of stopping; a busy machine may take longer. */
const patient = { jobs: 60_000, rest: 60_000 }

describeOnEachDatabase('the product', (_, createTestDatabase) => {
  it('stops while pages listen and a request hangs, and starts again on the same data, if its port is free', async () => {
    const location = await createTestDatabase()
    const first = await start(location)
    const pages = await Promise.all([1, 2, 3].map(() => openEventStream(first.origin)))
    const hanging = await sendHalfARequest(first.origin)
    // Nor longer for the half request than the others take.
    await first.product.stop({ ...patient, requests: 300 })
    await Promise.all(pages.map((page) => page.ended))
    await hanging.closed
    await expect(fetch(`${first.origin}/healthz`)).rejects.toThrow('fetch failed')

    const port = await findFreePort()
    const other = net.createServer().listen(port, '127.0.0.1')
    await expect(start(location, port)).rejects.toThrow('EADDRINUSE')
    other.close()
    // Nothing of that attempt is left that would hold the database.
    const second = await start(location, port)
    expect(await (await fetch(`${second.origin}/readyz`)).text()).toBe('ready')
    await second.product.stop(patient)
  })
})

describeOnDatabase('the product', (_, createTestDatabase) => {
  it('is not ready any more from the moment on that it shall stop, and answers all the same', async () => {
    const { origin, product } = await start(await createTestDatabase())
    const stopped = product.stop({ ...patient, visitors: 1500 })
    // At once: who comes when that time is over may find the door shut.
    const [probe, page] = await Promise.all(
      ['/readyz', '/api/donors'].map((address) => fetch(origin + address)),
    )
    expect([probe?.status, page?.status]).toEqual([503, 200])
    expect(probe?.headers.get('connection')).toBe('close')
    await stopped
  })
})

describeOnPostgres('a product that starts', (_, createTestDatabase) => {
  it('answers nobody before it is through: what ends its start must not end a shop', async () => {
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
    await product.stop(patient)
    await database.close()
  })
})

describeOnEmbedded('a product whose database has died', (_, createTestDatabase) => {
  it('says so, because only a new start helps', async () => {
    const worker = new Promise<Worker>((resolve) => void process.once('worker', resolve))
    const { product } = await start(await createTestDatabase())
    // A thread that is ended in the middle of a query can take the whole process along; a
    // transaction that asks nothing keeps the jobs waiting.
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
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory }),
  })
  const product = await startProduct({
    config,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    pages: new Hono(),
  })
  return { product, origin: config.publicOrigin }
}

/** Whether somebody listens there. */
function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = net.connect(port, '127.0.0.1', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** A client that announces a body and then says nothing more. */
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
