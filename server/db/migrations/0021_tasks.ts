import { sql, type Kysely } from 'kysely'

/** What was handed over before is delivered, and all else open, as their `delivered_at` says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchases add column started_at timestamptz`.execute(db)
  await sql`alter table skin_purchases add column started_at timestamptz`.execute(db)
  await sql`
    create table task_notes (
      id bigint generated always as identity primary key,
      purchase_id uuid references purchases (id),
      skin_purchase_id uuid references skin_purchases (id),
      text text not null check (text <> ''),
      picture_url text,
      author text not null,
      at timestamptz not null,
      check (num_nonnulls(purchase_id, skin_purchase_id) = 1)
    )`.execute(db)
  await sql`create index task_notes_of_purchase on task_notes (purchase_id, id)`.execute(db)
  await sql`create index task_notes_of_skin on task_notes (skin_purchase_id, id)`.execute(db)
  await sql`create index task_notes_pictures on task_notes (picture_url)`.execute(db)
}
