import { sql, type Kysely } from 'kysely'

/** Counters that may be lost in a crash: unlogged, so that a flood costs no disk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limits (
      key text not null,
      window_start timestamptz not null,
      count integer not null,
      primary key (key, window_start)
    )`.execute(db)
}
