import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** For which order a payment is kept back, and whom a ban's reason concerns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column kept_for uuid references orders (id) on delete set null`.execute(db)
  await sql`
    comment on column payments.kept_for is
      'The order that it is for, and does not pay because of a ban.'`.execute(db)
  await sql`
    create index payments_kept_for on payments (kept_for) where kept_for is not null`.execute(db)
  await applyFunction(db, 'find_ban', 'e34e59ef')
  await applyFunction(db, 'buy_skin', '7579e876')
}
