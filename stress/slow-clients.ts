import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { findResidentMb } from '#bench/resident-memory.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { behindProxy } from './kr/processes.ts'
import { crowdReport, slowKinds, type CrowdReport } from './slow-clients/crowd-messages.ts'
import { defineStress } from './define-stress.ts'
import { watchPages, type Watch } from './watch-pages.ts'

const program = path.join(import.meta.dirname, 'slow-clients/be-slow.ts')
const longestP99Milliseconds = 500
const mostGrowthMb = 300
/** What a healthy visitor looks at. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings'] as const

interface SlowFigures extends Watch {
  /** How many of each kind are connected in the end. */
  readonly connected: CrowdReport
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
        slowKinds.reduce((sum, kind) => sum + connected[kind], 0),
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
  let connected: CrowdReport | null = null
  const watch = await watchPages(
    addresses,
    async () => {
      const port = Number(new URL(product.origin).port)
      const crowd = fork(program, [JSON.stringify({ port, clients })])
      await nextReport(crowd)
      const end = performance.now() + seconds * 1000
      while (performance.now() < end) {
        await sleep(500)
        most = Math.max(most ?? 0, findResidentMb(product.readPid()) ?? 0)
      }
      const report = nextReport(crowd)
      crowd.send('report')
      connected = await report
      crowd.kill()
    },
    { isBehindProxy: true },
  )
  if (connected === null) throw new Error('the slow clients did not report')
  return {
    ...watch,
    connected,
    growthMb: before === null || most === null ? null : most - before,
  }
}

function nextReport(crowd: ChildProcess): Promise<CrowdReport> {
  const { promise, resolve, reject } = Promise.withResolvers<CrowdReport>()
  const onExit = (): void => reject(new Error('the slow clients have ended'))
  crowd.once('exit', onExit)
  crowd.once('message', (message) => {
    crowd.off('exit', onExit)
    resolve(crowdReport.parse(message))
  })
  return promise
}
