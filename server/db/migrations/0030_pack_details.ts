import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/**
 * Packs keep for whom they were and what their buyer agreed to, as orders do. Those from before were
 * for whoever paid, as far as anybody can know. And a player who deletes their data takes their name
 * off the log of the staff's actions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table krypto_orders
      add column for_somebody_else boolean not null default false,
      add column agreed_terms text,
      add column agreed_at timestamptz,
      add check ((agreed_terms is null) = (agreed_at is null))`.execute(db)
  await applyFunction(db, 'audit_without_player', 'a93f6aec')
  await applyFunction(db, 'refuse_audit_change', '212a086d')
}
