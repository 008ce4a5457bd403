import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Any process may be asked by the game server for what another one wants of it.
  await sql`
    create table lb_requests (
      id bigint generated always as identity primary key,
      route text not null,
      body text not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      poll_id integer,
      poll_port integer,
      answered_at timestamptz,
      code integer,
      answer text,
      check ((sent_at is null) = (poll_id is null) and (sent_at is null) = (poll_port is null)),
      check ((answered_at is null) = (answer is null))
    )`.execute(db)
  await sql`create index lb_requests_unsent on lb_requests (id) where sent_at is null`.execute(db)
  await sql`
    create table lb_polls (
      only_row boolean primary key default true check (only_row),
      last_at timestamptz
    )`.execute(db)
}
