import { setTimeout as sleep } from 'node:timers/promises'
import { startProduct, type ProductSettings } from '#test/product.ts'
import { onPostgres } from './on-postgres.ts'
import { readProcessorSeconds } from './processor-time.ts'
import { reportAtMost } from './report.ts'

/** By then the server has done what it does once, after its start. */
const settlingSeconds = 60

/**
 * The share of one processor that the server takes with nobody there, embedded database included (P6).
 * Option: `--seconds=120`.
 */
export async function idle(options: ReadonlyMap<string, string>): Promise<void> {
  const seconds = Number(options.get('seconds') ?? 120)
  await measure('embedded', {}, seconds)
  await onPostgres(({ url }) => measure('Postgres', { DATABASE_URL: url }, seconds))
}

async function measure(what: string, settings: ProductSettings, seconds: number): Promise<void> {
  const product = await startProduct(settings)
  try {
    await sleep(settlingSeconds * 1000)
    const pid = product.readPid() ?? 0
    const before = readProcessorSeconds(pid)
    await sleep(seconds * 1000)
    const share = (readProcessorSeconds(pid) - before) / seconds
    reportAtMost(`${what}: of one processor with nobody there`, share * 100, 1, '%')
  } finally {
    await product.stop()
  }
}
