import { sql, type Kysely } from 'kysely'

/** Which rows are demo data, so that they can be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo_rows (
      kind text not null,
      id text not null,
      primary key (kind, id)
    )`.execute(db)
}
