import pg from 'pg'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { openListeners } from './load/listeners.ts'
import { measurePurchases } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { limits } from './figures/goals.ts'
import { note, reportAtMost } from './report.ts'
import { readCalmResidentMb, readResidentMb } from './resident-memory.ts'
import { buyingPath, soldItem, steamIds, stockShop } from './skin-shop.ts'

const streams = 1000

/**
 * Resident memory of the server: at rest, after many purchases, and then with many event streams
 * (P6). Garbage is collected when V8 chooses to. Option: `--purchases=100000`.
 */
export async function memory(options: ReadonlyMap<string, string>): Promise<void> {
  // The server keeps all pages in memory.
  await buildWebIfStale()
  const purchases = Number(options.get('purchases') ?? 100_000)
  return onPostgres(async ({ url: serverUrl }) => {
    const { url } = await createPostgresDatabase(serverUrl)
    const product = await startProduct({ DATABASE_URL: url })
    try {
      const pid = product.readPid() ?? 0
      const port = Number(new URL(product.origin).port)
      reportAtMost('at rest', await readCalmResidentMb(pid), limits.idleMegabytes, 'MB')
      await stockShop(url)
      const bought = await buy(url, port, purchases)
      note(`${bought} purchases, ${readResidentMb(pid).toFixed(0)} MB at their end`)
      reportAtMost('after them', await readCalmResidentMb(pid), limits.purchasesMegabytes, 'MB')
      const listeners = await openListeners(port, streams)
      await listeners.measurePurchase()
      reportAtMost(
        `then with ${streams} event streams`,
        await readCalmResidentMb(pid),
        limits.streamsMegabytes,
        'MB',
      )
      listeners.leave()
    } finally {
      await product.stop()
    }
  })
}

/** Buys at least so many skins as fast as possible; returns how many. */
async function buy(url: string, port: number, atLeast: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (;;) {
      await measurePurchases({
        ports: [port],
        path: buyingPath,
        clients: 16,
        steamIds,
        item: soldItem,
      })
      const { rows } = await client.query<{ count: string }>('select count(*) from skin_purchases')
      const bought = Number(rows[0]?.count)
      if (bought >= atLeast) return bought
    }
  } finally {
    await client.end()
  }
}
