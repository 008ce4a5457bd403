import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table priority_pulls add column offered_since timestamptz`.execute(db)
  await sql`
    update priority_pulls set offered_since = (
      select enabled_at from perk_adapters
      where name = 'priority-file' and target = 'the pull address'
    )`.execute(db)
  // Nothing ever read these.
  await sql`alter table lb_requests drop column route, drop column code`.execute(db)
  await sql`alter table perk_deliveries drop column verified_at`.execute(db)
}
