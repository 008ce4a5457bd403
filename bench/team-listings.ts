import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { createPostgresDatabase } from '../test/postgres-databases.ts'
import { startPostgres } from '../test/postgres.ts'
import { startProduct, type RunningProduct } from '../test/product.ts'
import { makeTemporaryFolder } from '../test/temporary-folder.ts'
import { measureApi } from './team/api-times.ts'
import { measureBrowser } from './team/browser-times.ts'
import { seedListings } from './team/seed-listings.ts'

/**
 * The list of the team finder with 10,000 live listings, at the API and in the browser. Options:
 * `--database=embedded`, `--only=api` or `--only=browser`, `--listings=100000`.
 */
export async function teamListings(options: ReadonlyMap<string, string>): Promise<void> {
  const only = options.get('only')
  if (only !== 'api') await buildWebIfStale()
  const live = Number(options.get('listings') ?? 10_000)
  const shop =
    options.get('database') === 'embedded' ? await openEmbedded(live) : await openPostgres(live)
  if (shop === null) return
  try {
    if (only !== 'browser') await measureApi(shop.product.origin)
    if (only !== 'api') await measureBrowser(shop.product.origin)
  } finally {
    await shop.close()
  }
}

interface Shop {
  readonly product: RunningProduct
  readonly close: () => Promise<void>
}

async function openPostgres(live: number): Promise<Shop | null> {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    console.log(`  not measured: ${postgres.reason}`)
    return null
  }
  const { server } = postgres
  // As hosters set theirs up: trigrams are made of letters, and C knows those of English alone.
  const { url } = await createPostgresDatabase(server.url, 'template0', 'C.UTF-8')
  await seedListings({ kind: 'postgres', url }, live)
  const product = await startProduct({ DATABASE_URL: url })
  const close = async (): Promise<void> => {
    await product.stop()
    await server.remove()
  }
  return { product, close }
}

async function openEmbedded(live: number): Promise<Shop> {
  const folder = makeTemporaryFolder('kryptonique-bench-')
  const directory = path.join(folder, 'data')
  await seedListings({ kind: 'embedded', directory }, live)
  const product = await startProduct({ DATA_DIR: directory })
  const close = async (): Promise<void> => {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { product, close }
}
