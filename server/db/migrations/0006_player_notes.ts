import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** What the staff notes about a player, and corrections of Kr whose reason can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table player_notes (
      id uuid primary key default gen_random_uuid(),
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      author text not null,
      text text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`
    comment on column player_notes.author is
      'Who of the staff, as in audit_log.actor.'`.execute(db)
  await sql`create index player_notes_of_player on player_notes (steam_id, at)`.execute(db)
  await applyFunction(db, 'refuse_ledger_change', 'ebb2149c')
}
