import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct } from '#test/product.ts'
import { createRandom } from '#test/random.ts'
import { measureReadTimes, type ReadTimes } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { note, reportAtMost } from './report.ts'
import { measureBrowser } from './team/browser-times.ts'
import { makeListings } from './team/make-listings.ts'

/**
 * The list of the team finder with 10,000 live listings, at the API and in the browser. Options:
 * `--only=api` or `--only=browser`, `--listings=100000`.
 */
export async function teamListings(options: ReadonlyMap<string, string>): Promise<void> {
  const only = options.get('only')
  if (only !== 'api') await buildWebIfStale()
  const live = Number(options.get('listings') ?? 10_000)
  await onPostgres(async ({ url: serverUrl }) => {
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

const path = '/api/team-listings'
/** Our own limit: a list must keep up with typing, even on a busy evening. */
const mostP99Ms = 50
const pageNumber = 100
const namesOfListings = z.array(z.object({ discordUsername: z.string() }))

/** Prints how long 16 simultaneous clients wait for parts of the list, each the slowest of its kind. */
async function measureApi(origin: string): Promise<void> {
  const queries = {
    'first page': '',
    [`page ${pageNumber}`]: await queryOfPage(origin),
    'search that finds one or few': `?search=${await rareLetters(origin)}`,
    'search that finds none': '?search=%D0%B6%D0%B6%D0%B6',
    'search that finds a third': '?search=for',
    'search for one letter': '?search=e',
    'type and microphone': '?type=LFT&hasMicrophone=false',
    'language and play style': '?language=ru&playStyle=raiding',
    'one letter with all filters':
      '?search=e&type=LFG&hasMicrophone=true&language=ru&playStyle=pvp',
  }
  const port = Number(new URL(origin).port)
  const nothing = await measureReadTimes({ port, path: '/healthz' })
  note(`to compare, an answer without a database: ${describe(nothing)}`)
  for (const [name, query] of Object.entries(queries)) {
    const total = (await fetch(origin + path + query)).headers.get('x-total-count')
    const times = await measureReadTimes({ port, path: path + query })
    note(`${name} (${total}): ${describe(times)}`)
    reportAtMost(`${name}, p99`, times.p99Ms, mostP99Ms, 'ms')
  }
}

function describe({ p50Ms, p99Ms, perSecond }: ReadTimes): string {
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${Math.round(perSecond)}/s`
}

/** Follows the links, as pages do. */
async function queryOfPage(origin: string): Promise<string> {
  let query = ''
  for (let page = 1; page < pageNumber; page += 1) {
    const { headers } = await fetch(origin + path + query)
    query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0] ?? ''
    if (query === '') throw new Error(`no page after page ${page}`)
  }
  return query
}

/** The end of an existing name. */
async function rareLetters(origin: string): Promise<string> {
  const [newest] = namesOfListings.parse(await (await fetch(origin + path)).json())
  if (!newest) throw new Error('no listings')
  return newest.discordUsername.slice(-3)
}

const accounts = 500
const rowsPerInsert = 500

/** Fills a new database with listings, before the product opens it. */
async function seedListings(url: string, live: number): Promise<void> {
  const database = await openDatabase({ kind: 'postgres', url }, (error) => {
    throw error
  })
  try {
    await migrate(database.withoutStatementTimeout)
    await insertListings(database.withoutStatementTimeout, live)
    // As autovacuum does within minutes.
    await sql`vacuum analyze`.execute(database.withoutStatementTimeout)
  } finally {
    await database.close()
  }
}

async function insertListings(db: Kysely<Schema>, live: number): Promise<void> {
  const userIds = Array.from({ length: accounts }, (_, index) => `player-${index}`)
  await insertAccounts(db, userIds)
  const listings = makeListings(createRandom(1), {
    live,
    ended: live / 4,
    removed: live / 20,
    userIds,
    now: new Date(),
  })
  for (let start = 0; start < listings.length; start += rowsPerInsert) {
    await db
      .insertInto('team_listings')
      .values(listings.slice(start, start + rowsPerInsert))
      .execute()
  }
}

/** Half of them have proven their Steam ID, so that there are marks to look up. */
async function insertAccounts(db: Kysely<Schema>, userIds: readonly string[]): Promise<void> {
  const users = userIds.map((id) => ({
    id,
    name: id,
    email: `${id}@example.com`,
    email_verified: true,
    discord_username: id,
  }))
  const claims = userIds.flatMap((id, index) =>
    index % 2 === 0 ? [{ user_id: id, steam_id: String(76561198000000000n + BigInt(index)) }] : [],
  )
  await db.insertInto('users').values(users).execute()
  await db.insertInto('steam_claims').values(claims).execute()
}
