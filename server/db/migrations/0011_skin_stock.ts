import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** How many of a skin there are, whether the shop shows it, and where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shop_items
      add column stock integer check (stock >= 0),
      add column hidden boolean not null default false,
      add column position integer check (position > 0)`.execute(db)
  await sql`
    comment on column shop_items.stock is
      'How many can still be bought; null without a limit. A purchase takes one.'`.execute(db)
  await sql`
    comment on column shop_items.hidden is 'Neither listed nor sold.'`.execute(db)
  await sql`
    comment on column shop_items.position is
      'Its place in the shop. Those without one follow, the newest first.'`.execute(db)
  await applyFunction(db, 'buy_skin', 'ba3d5f35')
}
