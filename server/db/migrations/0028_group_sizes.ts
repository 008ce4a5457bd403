import { sql, type Kysely } from 'kysely'

/** How many the author of a listing already are; hides the ages of minors in stored events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table team_listings
      add column group_size integer not null default 1 check (group_size between 1 and 8)
  `.execute(db)
  await sql`
    update events set data = jsonb_set(data, '{listing,age}', 'null')
    where name = 'team-listing' and (data -> 'listing' ->> 'age')::integer < 18
  `.execute(db)
}
