import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct, type ProductSettings } from '#test/product.ts'
import { onPostgres } from './on-postgres.ts'
import { median, reportAtMost } from './report.ts'

const repeats = 5

/** From the start of the server's process to its first 200 at `/readyz`, with a migrated database (P7). */
export async function startToReady(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-bench-'))
  try {
    reportAtMost('embedded', await medianStart({ DATA_DIR: folder }), 2, 's')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await onPostgres(async ({ url }) => {
    reportAtMost('Postgres', await medianStart({ DATABASE_URL: url }), 0.7, 's')
  })
}

async function medianStart(settings: ProductSettings): Promise<number> {
  const product = await startProduct(settings)
  const seconds: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await product.killServer()
    const start = performance.now()
    await product.startServer()
    seconds.push((performance.now() - start) / 1000)
  }
  await product.stop()
  return median(seconds)
}
