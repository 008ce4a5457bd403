import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * The books: every movement of money by the providers' records, with its fee. Of older payments only
 * what PayPal reported of each sale is known; the rest is fetched when they are looked at again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table money_movements (
      provider text not null,
      reference text not null,
      payment_id uuid references payments (id) on delete cascade,
      krypto_order_id uuid references krypto_orders (id) on delete cascade,
      kind text not null check (kind in ('sale', 'refund', 'dispute', 'dispute_won')),
      moved_at timestamptz not null,
      gross_cents bigint not null,
      currency text not null,
      fee_cents bigint,
      fee_currency text,
      settled_cents bigint,
      settled_currency text,
      primary key (provider, reference),
      check (num_nonnulls(payment_id, krypto_order_id) = 1),
      check (num_nonnulls(fee_cents, fee_currency, settled_cents, settled_currency) in (0, 4))
    )`.execute(db)
  await sql`
    comment on table money_movements is
      'What came to our accounts at the providers or left them, as their own books have it.'`.execute(
    db,
  )
  await sql`
    comment on column money_movements.reference is
      'The provider''s id of it: of the capture, charge, refund, dispute (with its round from the '
      'second on) or balance transaction. With \`:rest\` a refund that no answer shows by itself.'`.execute(
    db,
  )
  await sql`
    comment on column money_movements.gross_cents is
      'In the currency of the buyer; below zero where it left us.'`.execute(db)
  await sql`
    comment on column money_movements.fee_cents is
      'What the provider kept, below zero where it gave it back; null while it does not say.'`.execute(
    db,
  )
  await sql`
    comment on column money_movements.settled_cents is
      'What our balance at the provider changed by, after the fee.'`.execute(db)
  await sql`
    create index money_movements_moved_at on money_movements (moved_at, provider, reference)`.execute(
    db,
  )
  await sql`
    create index money_movements_of_payment on money_movements (payment_id)
    where payment_id is not null`.execute(db)
  await sql`
    create index money_movements_of_pack on money_movements (krypto_order_id)
    where krypto_order_id is not null`.execute(db)
  await sql`alter table payments add column payer_country text`.execute(db)
  await sql`alter table krypto_orders add column payer_country text`.execute(db)
  await sql`alter table disputes add column fee_cents bigint`.execute(db)
  await sql`
    comment on column payments.payer_country is 'ISO 3166-1, as the provider names it.'`.execute(db)
  await sql`
    comment on column krypto_orders.payer_country is 'As in \`payments\`.'`.execute(db)
  await sql`
    comment on column disputes.fee_cents is
      'What PayPal kept for a lost dispute; null while it does not say. Stripe''s movements have it.'`.execute(
    db,
  )
  await sql`
    comment on column disputes.round is
      'Increases when a decided dispute is opened again or decided otherwise, as by an appeal.'`.execute(
    db,
  )
  await sql`
    insert into money_movements
      (provider, reference, payment_id, kind, moved_at, gross_cents, currency)
    select provider, reference, id, 'sale', made_at, amount_cents, currency
    from payments where status in ('completed', 'refunded')`.execute(db)
  await sql`
    update orders set next_check_at = current_timestamp where paid_at is not null`.execute(db)
  await sql`
    update krypto_orders set next_check_at = current_timestamp
    where paid_at is not null or mismatch is not null`.execute(db)
  await sql`
    update disputes set next_check_at = current_timestamp where status = 'lost'`.execute(db)
}
