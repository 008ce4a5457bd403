import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { openListeners } from './load/listeners.ts'
import { onPostgres } from './on-postgres.ts'
import { median, note, percentile, reportAtMost } from './report.ts'
import { readCalmResidentMb } from './resident-memory.ts'
import { stockShop } from './skin-shop.ts'

const repeats = 15

/** How soon many open pages get one purchase's event, and what each costs (P8). */
export function eventStreams(options: ReadonlyMap<string, string>): Promise<void> {
  const streams = Number(options.get('streams') ?? 1000)
  return onPostgres(async ({ url: serverUrl }) => {
    const { url } = await createPostgresDatabase(serverUrl)
    const product = await startProduct({ DATABASE_URL: url })
    try {
      await stockShop(url)
      const pid = product.readPid() ?? 0
      const port = Number(new URL(product.origin).port)
      await warmUp(port)
      const before = await readCalmResidentMb(pid)
      const listeners = await openListeners(port, streams)
      const slowest: number[] = []
      const middle: number[] = []
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const times = await listeners.measurePurchase()
        slowest.push(percentile(times, 0.99))
        middle.push(percentile(times, 0.5))
      }
      const after = await readCalmResidentMb(pid)
      listeners.leave()
      note(`${streams} streams, ${repeats} purchases, from the buyer’s click on`)
      reportAtMost('until 99 of 100 have received it', median(slowest), 100, 'ms')
      note(`half of them after ${median(middle).toFixed(1)} ms`)
      reportAtMost('memory of each', ((after - before) * 1000) / streams, 30, 'kB')
    } finally {
      await product.stop()
    }
  })
}

/** Excludes the loading and compiling that the first streams and purchases cause. */
async function warmUp(port: number): Promise<void> {
  const listeners = await openListeners(port, 20)
  for (let purchase = 0; purchase < 20; purchase += 1) await listeners.measurePurchase()
  listeners.leave()
}
