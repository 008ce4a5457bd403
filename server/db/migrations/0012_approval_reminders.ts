import { sql, type Kysely } from 'kysely'

/** A reminder of the publisher's approval is a message about no record, as those about wrong codes are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages drop constraint messages_check`.execute(db)
  await sql`
    alter table messages add constraint messages_check check (
      num_nonnulls(
        order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id, perk_adapter,
        connection_fault_id
      )
      = case when kind in ('wrong_admin_codes', 'wrong_beta_codes', 'approval_ends')
          then 0 else 1 end
    )`.execute(db)
  await sql`
    comment on column messages.order_id is
      'Its subject, one of these and \`perk_adapter\`; one about wrong codes or the approval has none.'`.execute(
    db,
  )
}
