import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** Who may not buy or post listings, until when and why; and which payments a ban keeps back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bans (
      steam_id text primary key,
      reason text not null,
      until timestamptz,
      from_shop boolean not null,
      from_team boolean not null,
      stops_perks boolean not null,
      banned_by text not null,
      banned_at timestamptz not null,
      check (from_shop or from_team)
    )`.execute(db)
  await sql`
    comment on table bans is
      'One for each Steam ID. It counts for all Steam IDs of the account that has linked it.'`.execute(
    db,
  )
  await sql`comment on column bans.reason is 'The player reads it.'`.execute(db)
  await sql`comment on column bans.until is 'Null without an end.'`.execute(db)
  await sql`
    comment on column bans.stops_perks is
      'While the row is there, nothing that this Steam ID holds is delivered.'`.execute(db)
  await sql`comment on column bans.banned_by is 'As the actor of \`audit_log\`.'`.execute(db)
  await sql`
    alter table payments
      add column kept_for uuid references orders (id) on delete set null`.execute(db)
  await sql`
    comment on column payments.kept_for is
      'The order that it is for, and does not pay because of a ban.'`.execute(db)
  await sql`
    create index payments_kept_for on payments (kept_for) where kept_for is not null`.execute(db)
  await applyFunction(db, 'find_ban', 'e34e59ef')
  await applyFunction(db, 'buy_skin', '7579e876')
}
