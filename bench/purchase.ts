import { measurePurchases } from './load/purchases.ts'
import { openMarket } from './market.ts'
import { median, reportRatio } from './report.ts'

const repeats = 5
const path = '/functions/v1/process-krypto-skin-purchase'

/** Purchases over HTTP on 1,000 accounts by 16 clients, beside the least that one can be (P1). */
export async function purchase(): Promise<void> {
  const market = await openMarket()
  if (!market) return
  try {
    const { steamIds, item } = market
    const load = { path, clients: 16, steamIds, item }
    const ours: number[] = []
    const byFunction: number[] = []
    const byStatements: number[] = []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      byFunction.push(await measurePurchases({ ...load, port: market.functionPort }))
      ours.push(await measurePurchases({ ...load, port: market.productPort }))
      byStatements.push(await measurePurchases({ ...load, port: market.statementsPort }))
    }
    const perSecond = median(ours)
    reportRatio('of one raw function', perSecond, median(byFunction), 0.5)
    reportRatio('of five statements', perSecond, median(byStatements), null)
  } finally {
    await market.close()
  }
}
