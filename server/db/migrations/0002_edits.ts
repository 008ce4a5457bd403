import { sql, type Kysely } from 'kysely'

/** What the owner changes in /admin instead of in a file of `site/` or `content/`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edits (
      id bigint generated always as identity primary key,
      name text not null,
      value jsonb,
      changed_by text not null,
      changed_at timestamptz not null,
      undoes bigint
    )`.execute(db)
  await sql`
    comment on table edits is
      'Append-only: the last row of a name holds, the rows before it are its history.'`.execute(db)
  await sql`
    comment on column edits.name is
      '\`site/<section>\` or \`documents/<kind>/<slug>/<language>\`.'`.execute(db)
  await sql`comment on column edits.value is 'Null for what the file says.'`.execute(db)
  await sql`comment on column edits.changed_by is 'As the actor of the audit log.'`.execute(db)
  await sql`
    comment on column edits.undoes is 'The change whose value before it this one restores.'`.execute(
    db,
  )
  await sql`create index edits_of_name on edits (name, id)`.execute(db)
}
