import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { createRawTables } from './limits/raw-tables.ts'
import { startRawPurchase } from './limits/start-raw-purchase.ts'
import { measurePurchases } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { median, reportRatio } from './report.ts'
import { buyingPath, soldItem, steamIds, stockShop } from './skin-shop.ts'

const repeats = 5

/** Purchases over HTTP on 1,000 accounts by 16 clients, compared with the minimal purchase (P1). */
export function purchase(): Promise<void> {
  return onPostgres(async ({ url: serverUrl }) => {
    const limits = await createPostgresDatabase(serverUrl)
    await createRawTables(limits.url, soldItem.id, steamIds)
    const byFunction = await startRawPurchase(limits.url, 'function')
    const byStatements = await startRawPurchase(limits.url, 'statements')
    const { url } = await createPostgresDatabase(serverUrl)
    const product = await startProduct({ DATABASE_URL: url })
    try {
      await stockShop(url)
      const productPort = Number(new URL(product.origin).port)
      await compare({
        productPort,
        functionPort: byFunction.port,
        statementsPort: byStatements.port,
      })
    } finally {
      await product.stop()
      await byFunction.program.stop()
      await byStatements.program.stop()
    }
  })
}

interface Ports {
  readonly productPort: number
  readonly functionPort: number
  readonly statementsPort: number
}

async function compare({ productPort, functionPort, statementsPort }: Ports): Promise<void> {
  const load = { path: buyingPath, clients: 16, steamIds, item: soldItem }
  const ours: number[] = []
  const byFunction: number[] = []
  const byStatements: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    byFunction.push(await measurePurchases({ ...load, ports: [functionPort] }))
    ours.push(await measurePurchases({ ...load, ports: [productPort] }))
    byStatements.push(await measurePurchases({ ...load, ports: [statementsPort] }))
  }
  const perSecond = median(ours)
  reportRatio('of a minimal server with one SQL function', perSecond, median(byFunction), 0.5)
  reportRatio('of five statements', perSecond, median(byStatements), null)
}
