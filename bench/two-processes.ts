import { availableParallelism } from 'node:os'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startServerProcesses } from '#test/server-processes.ts'
import { createRawTables } from './limits/raw-tables.ts'
import { startRawPurchase } from './limits/start-raw-purchase.ts'
import { measurePurchases } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { watchProcessors } from './processor-time.ts'
import { median, note, reportRatio } from './report.ts'
import { buyingPath, soldItem, steamIds, stockShop } from './skin-shop.ts'

const repeats = 5
/** One for each of our processes, and as many for Postgres and the load. */
const processorsNeeded = 4

/** Purchases by two processes on one Postgres, compared with those by one of them (P9). */
export function twoProcesses(): Promise<void> {
  return onPostgres(async ({ url: serverUrl }) => {
    const limits = await createPostgresDatabase(serverUrl)
    await createRawTables(limits.url, soldItem.id, steamIds)
    const raw = [
      await startRawPurchase(limits.url, 'function'),
      await startRawPurchase(limits.url, 'function'),
    ]
    const { url } = await createPostgresDatabase(serverUrl)
    const processes = await startServerProcesses(2, { DATABASE_URL: url })
    try {
      await stockShop(url)
      const rawPorts = raw.map(({ port }) => port)
      const ports = processes.servers.map(({ origin }) => Number(new URL(origin).port))
      await compare(ports, rawPorts)
    } finally {
      await processes.stop()
      await Promise.all(raw.map(({ program }) => program.stop()))
    }
  })
}

async function compare(ports: readonly number[], rawPorts: readonly number[]): Promise<void> {
  const load = { path: buyingPath, clients: 16, steamIds, item: soldItem }
  const ours: { one: number[]; two: number[] } = { one: [], two: [] }
  const raw: { one: number[]; two: number[] } = { one: [], two: [] }
  const busy: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    raw.one.push(await measurePurchases({ ...load, ports: rawPorts.slice(0, 1) }))
    raw.two.push(await measurePurchases({ ...load, ports: rawPorts }))
    const readBusy = watchProcessors()
    ours.one.push(await measurePurchases({ ...load, ports: ports.slice(0, 1) }))
    busy.push(readBusy())
    ours.two.push(await measurePurchases({ ...load, ports }))
  }
  const processors = availableParallelism()
  reportRatio(
    'two processes to one',
    median(ours.two),
    median(ours.one),
    processors >= processorsNeeded ? 1.5 : null,
  )
  reportRatio('the minimal server in two processes to one', median(raw.two), median(raw.one), null)
  note(
    `${processors} processors for the product, Postgres and the load: ${percent(median(busy))} busy with one process`,
  )
  if (processors < processorsNeeded) {
    note(`not held to 1.5: cores allow it from ${processorsNeeded} processors on`)
  }
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
