import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** Who may not buy or post listings, until when and why. */
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
  await applyFunction(db, 'find_ban', '96d4546d')
  await applyFunction(db, 'buy_skin', 'd43a33f2')
}
