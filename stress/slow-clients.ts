import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { findResidentMb } from '#bench/resident-memory.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { behindProxy } from './kr/processes.ts'
import { defineStress } from './define-stress.ts'
import { gatherSlowCrowd } from './slow-crowd.ts'
import { watchPages, type Watch } from './watch-pages.ts'

const longestP99Milliseconds = 500
const mostGrowthMb = 300
/** Pages that a healthy visitor opens. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings'] as const

interface SlowFigures extends Watch {
  /** How many of each kind are connected in the end. */
  readonly connected: Readonly<Record<string, number>>
  /** Null where it cannot be read. */
  readonly growthMb: number | null
}

/**
 * Thousands of clients who send or read slowly or not at all, for longer than any timeout, and an
 * ordinary visitor (R16).
 */
export const slowClients = defineStress({ clients: 1000, seconds: 170 }, async (setting) => {
  await buildWebIfStale()
  const product = await startProduct(behindProxy)
  try {
    const [clients, seconds] = [setting('clients'), setting('seconds')]
    const figures = await meetSlowClients(product, pages, { clients, seconds })
    const { p99Milliseconds, failures, faults, connected, growthMb } = figures
    for (const words of faults) note(words)
    note(`${clients} of each kind, for ${seconds} s; still there: ${JSON.stringify(connected)}`)
    return [
      reportExactly('answers that a visitor did not get', failures),
      reportAtMost('a visitor’s p99', p99Milliseconds, longestP99Milliseconds, 'ms'),
      reportExactly(
        'slow clients who were not cut off',
        Object.values(connected).reduce((sum, count) => sum + count, 0),
      ),
      growthMb === null || reportAtMost('memory that they took', growthMb, mostGrowthMb, 'MB'),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
})

async function meetSlowClients(
  product: Pick<RunningProduct, 'origin' | 'readPid'>,
  watchedPages: readonly string[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<SlowFigures> {
  const addresses = watchedPages.map((page) => product.origin + page)
  const before = findResidentMb(product.readPid())
  let most = before
  const { result: connected, ...watch } = await watchPages(
    addresses,
    async () => {
      const crowd = await gatherSlowCrowd(Number(new URL(product.origin).port), clients)
      const end = performance.now() + seconds * 1000
      while (performance.now() < end) {
        await sleep(500)
        most = Math.max(most ?? 0, findResidentMb(product.readPid()) ?? 0)
      }
      const counts = await crowd.count()
      crowd.leave()
      return counts
    },
    { isBehindProxy: true },
  )
  return {
    ...watch,
    connected,
    growthMb: before === null || most === null ? null : most - before,
  }
}
