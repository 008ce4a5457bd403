import { sql, type Kysely } from 'kysely'

/** It was unlogged once; see 0011. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rate_limits (
      key text not null,
      window_start timestamptz not null,
      count integer not null,
      primary key (key, window_start)
    )`.execute(db)
}
