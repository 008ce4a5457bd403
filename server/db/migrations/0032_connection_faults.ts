import { sql, type Kysely } from 'kysely'

/** What a provider refuses until somebody changes a setting, and why a payment is held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connection_faults (
      id uuid primary key default gen_random_uuid(),
      provider text not null,
      code text not null,
      operations text[] not null,
      detail text not null,
      since timestamptz not null,
      last_at timestamptz not null,
      cleared_at timestamptz,
      unique (provider, code)
    )`.execute(db)
  await sql`alter table payments add column held_reason text`.execute(db)
  await sql`
    alter table messages
      add column connection_fault_id uuid references connection_faults,
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(
          order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id, perk_adapter,
          connection_fault_id
        )
        = case when kind in ('wrong_admin_codes', 'wrong_beta_codes') then 0 else 1 end
      )`.execute(db)
}
