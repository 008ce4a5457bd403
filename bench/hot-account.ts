import { measurePurchases } from './load/purchases.ts'
import { openMarket } from './market.ts'
import { median, reportRatio } from './report.ts'

const repeats = 5
const path = '/functions/v1/process-krypto-skin-purchase'

/** Purchases from one account by 32 clients at once, beside those by one client (P2). */
export async function hotAccount(): Promise<void> {
  const market = await openMarket()
  if (!market) return
  try {
    const { steamIds, item, productPort: port } = market
    const load = { port, path, item, steamIds: steamIds.slice(0, 1) }
    const alone: number[] = []
    const crowd: number[] = []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      alone.push(await measurePurchases({ ...load, clients: 1 }))
      crowd.push(await measurePurchases({ ...load, clients: 32 }))
    }
    reportRatio('32 clients to one client', median(crowd), median(alone), 0.9)
  } finally {
    await market.close()
  }
}
