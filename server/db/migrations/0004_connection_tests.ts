import { sql, type Kysely } from 'kysely'

/** What the last test of each connection found, for all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connection_tests (
      name text primary key,
      tested_at timestamptz not null,
      last_ok_at timestamptz,
      findings jsonb not null
    )`.execute(db)
  await sql`
    comment on column connection_tests.last_ok_at is
      'When a test last found no fault.'`.execute(db)
}
