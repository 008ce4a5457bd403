import { sql, type Kysely } from 'kysely'

/** The staff by their Discord accounts, and whether the access code opens /admin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table people (
      discord_id text primary key,
      name text not null,
      role text not null,
      added_at timestamptz not null
    )`.execute(db)
  await sql`
    comment on table people is
      'The staff, besides the owners whom ADMIN_DISCORD_IDS names.'`.execute(db)
  await sql`
    comment on column people.name is
      'As who added them calls them, until they sign in with Discord.'`.execute(db)
  await sql`
    create table access_code (
      only_row boolean primary key default true check (only_row),
      is_enabled boolean not null default true
    )`.execute(db)
  await sql`
    comment on table access_code is
      'One row. Whether the code opens /admin; changes of the staff lock it.'`.execute(db)
  await sql`insert into access_code default values`.execute(db)
  // The log shows the name that was entered with the code.
  await sql`
    create index audit_log_sessions on audit_log (subject)
    where action = 'session_opened'`.execute(db)
}
