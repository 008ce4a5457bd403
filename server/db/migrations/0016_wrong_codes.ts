import { sql, type Kysely } from 'kysely'

/** Messages about wrong codes refer to no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(
          order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id
        )
        = case when kind in ('wrong_admin_codes', 'wrong_beta_codes') then 0 else 1 end
      )`.execute(db)
}
