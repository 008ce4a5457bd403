import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table priority_pulls (
      only_row boolean primary key default true check (only_row),
      offered text[] not null default '{}',
      fetched text[] not null default '{}',
      fetched_at timestamptz
    )`.execute(db)
  await sql`alter table perk_deliveries add column put_at timestamptz`.execute(db)
  await sql`update perk_deliveries set put_at = verified_at where is_ours`.execute(db)
  await sql`
    alter table perk_reminder_choices add column language text not null default 'fr'`.execute(db)
}
