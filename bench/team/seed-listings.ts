import { sql, type Kysely } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { createRandom } from '#test/random.ts'
import { makeListings } from './make-listings.ts'

const accounts = 500
const rowsPerInsert = 500

/** Fills a new database with listings, before the product opens it. */
export async function seedListings(url: string, live: number): Promise<void> {
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
