import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { measurePurchases } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { median, reportRatio } from './report.ts'
import { buyingPath, soldItem, steamIds, stockShop } from './skin-shop.ts'

const repeats = 5

/** Purchases from one account by 32 clients at once, compared with those by one client (P2). */
export function hotAccount(): Promise<void> {
  return onPostgres(async ({ url: serverUrl }) => {
    const { url } = await createPostgresDatabase(serverUrl)
    const product = await startProduct({ DATABASE_URL: url })
    try {
      await stockShop(url)
      const ports = [Number(new URL(product.origin).port)]
      const load = { ports, path: buyingPath, item: soldItem, steamIds: steamIds.slice(0, 1) }
      const alone: number[] = []
      const crowd: number[] = []
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        alone.push(await measurePurchases({ ...load, clients: 1 }))
        crowd.push(await measurePurchases({ ...load, clients: 32 }))
      }
      reportRatio('32 clients to one client', median(crowd), median(alone), 0.9)
    } finally {
      await product.stop()
    }
  })
}
