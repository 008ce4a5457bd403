import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What the owner needs to answer a dispute, and Stripe's disputes one by one, as PayPal's. The
 * indexes are for what the owner sees of payments and packs each time that they open `/admin`.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table disputes
      add column reason text,
      add column awaits_answer boolean not null default true,
      add column answer_by timestamptz`.execute(db)
  await sql`
    comment on column disputes.payment_reference is
      '\`payments.reference\`, or \`krypto_orders.payment_intent\`; '
      'the dispute may be known before its payment.'`.execute(db)
  await sql`
    comment on column disputes.answer_by is
      'Until when the provider waits for our answer; null when it does not, or does not say.'`.execute(
    db,
  )
  await sql`create index payments_made_at on payments (made_at)`.execute(db)
  await sql`create index payments_held on payments (made_at) where status = 'held'`.execute(db)
  await sql`
    create index krypto_orders_kept on krypto_orders (created_at) where mismatch is not null`.execute(
    db,
  )
  // Fetched again at once, with what the new columns are for.
  await sql`update disputes set next_check_at = current_timestamp where status = 'open'`.execute(db)
  await sql`
    update krypto_orders set next_check_at = current_timestamp where status = 'disputed'`.execute(
    db,
  )
}
