import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      name text not null,
      data jsonb not null,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await applyFunction(db, 'announce_purchase', 'c35d86c0')
}
