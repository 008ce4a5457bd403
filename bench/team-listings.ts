import { buildWebIfStale } from '#scripts/build-web.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { measureApi } from './team/api-times.ts'
import { measureBrowser } from './team/browser-times.ts'
import { onPostgres } from './on-postgres.ts'
import { seedListings } from './team/seed-listings.ts'

/**
 * The list of the team finder with 10,000 live listings, at the API and in the browser. Options:
 * `--only=api` or `--only=browser`, `--listings=100000`.
 */
export async function teamListings(options: ReadonlyMap<string, string>): Promise<void> {
  const only = options.get('only')
  if (only !== 'api') await buildWebIfStale()
  const live = Number(options.get('listings') ?? 10_000)
  await onPostgres(async (serverUrl) => {
    // As hosters create theirs: trigrams consist of letters, and the locale C only has the English ones.
    const { url } = await createPostgresDatabase(serverUrl, 'template0', 'C.UTF-8')
    await seedListings(url, live)
    const product = await startProduct({ DATABASE_URL: url })
    try {
      if (only !== 'browser') await measureApi(product.origin)
      if (only !== 'api') await measureBrowser(product.origin)
    } finally {
      await product.stop()
    }
  })
}
