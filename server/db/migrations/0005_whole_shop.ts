import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column color text check (color ~ '^#[0-9a-f]{6}$'),
      add column listed_as_donor boolean not null default false,
      drop constraint orders_status_check,
      add constraint orders_status_check check (
        status in (
          'pending', 'processing', 'settled', 'expired', 'superseded', 'disputed', 'refunded'
        )
      )`.execute(db)
  await sql`create index orders_opened_at on orders (opened_at desc, id desc)`.execute(db)
  await sql`create index orders_of_steam_id on orders (steam_id)`.execute(db)
  await sql`
    create index orders_of_donors on orders (id)
    where listed_as_donor and status = 'settled'`.execute(db)
  await sql`
    alter table purchases
      add column color text check (color ~ '^#[0-9a-f]{6}$'),
      add column delivered_at timestamptz`.execute(db)
  await sql`
    create index purchases_to_deliver on purchases (created_at) where delivered_at is null`.execute(
    db,
  )
  await sql`
    alter table payments
      add column resolved_at timestamptz,
      add column resolution text`.execute(db)
  await sql`
    create index payments_in_inbox on payments (made_at)
    where order_id is null and resolved_at is null`.execute(db)
  // A payer's dispute, in the state that the provider last reported.
  await sql`
    create table disputes (
      provider text not null,
      reference text not null,
      payment_reference text not null,
      status text not null check (status in ('open', 'won', 'lost')),
      amount_cents integer not null check (amount_cents >= 0),
      currency text not null,
      round integer not null default 1,
      opened_at timestamptz not null,
      updated_at timestamptz not null default current_timestamp,
      next_check_at timestamptz not null default current_timestamp,
      primary key (provider, reference)
    )`.execute(db)
  await sql`create index disputes_of_payment on disputes (provider, payment_reference)`.execute(db)
  await sql`
    create index disputes_to_check on disputes (next_check_at) where status = 'open'`.execute(db)
  await sql`
    create table admin_sessions (
      token_hash text primary key,
      created_at timestamptz not null default current_timestamp,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      actor text not null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await applyFunction(db, 'refuse_audit_change', '211fda4b')
}
