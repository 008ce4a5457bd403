import { sql, type Kysely } from 'kysely'

/** A Postgres that crashes while a database gets an unlogged table does not always start again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits set logged`.execute(db)
}
