import { sql, type Kysely } from 'kysely'

/** A provider's responses about payments that could not be parsed, for the owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unreadable_answers (
      id uuid primary key default gen_random_uuid(),
      provider text not null check (provider in ('paypal', 'stripe')),
      subject text not null,
      reference text not null,
      order_id uuid references orders (id) on delete set null,
      krypto_order_id uuid references krypto_orders (id) on delete set null,
      detail text not null,
      answer text not null check (length(answer) <= 4000),
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      resolved_at timestamptz,
      resolution text,
      unique (provider, subject),
      check (resolution is null or resolved_at is not null)
    )`.execute(db)
  await sql`
    create index unreadable_answers_order on unreadable_answers (order_id)
    where order_id is not null`.execute(db)
  await sql`
    create index unreadable_answers_krypto_order on unreadable_answers (krypto_order_id)
    where krypto_order_id is not null`.execute(db)
  await sql`
    alter table messages
      add column unreadable_answer_id uuid references unreadable_answers (id) on delete cascade,
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(
          order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id
        ) = 1
      )`.execute(db)
  await sql`
    create index messages_unreadable_answer on messages (unreadable_answer_id)
    where unreadable_answer_id is not null`.execute(db)
}
