import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** Grants nothing for orders that were paid before: the staff has handed those over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db)
  await createDeliveries(db)
  await createReminders(db)
  await sql`
    alter table messages
      add column perk_adapter text,
      add column perk_steam_id text,
      add column perk text,
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(
          order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id, perk_adapter
        )
        = case when kind in ('wrong_admin_codes', 'wrong_beta_codes') then 0 else 1 end
      )`.execute(db)
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table perk_batches (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('compensation', 'transfer', 'import')),
      reason text not null,
      actor text not null,
      details jsonb not null,
      made_at timestamptz not null,
      undone_at timestamptz
    )`.execute(db)
  await sql`create index perk_batches_newest on perk_batches (made_at desc, id)`.execute(db)
  await sql`
    create table perk_entries (
      id uuid primary key default gen_random_uuid(),
      seq bigint generated always as identity unique,
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      perk text not null check (perk <> ''),
      kind text not null check (kind in ('granted', 'voided', 'suspended', 'resumed', 'colored')),
      grant_id uuid,
      term_kind text check (term_kind in ('months', 'time', 'until', 'permanent')),
      term_months integer check (term_months > 0),
      term_ms bigint check (term_ms > 0),
      term_until timestamptz,
      color text check (color ~ '^#[0-9a-f]{6}$'),
      source text check (source in ('order', 'staff', 'compensation', 'import', 'transfer')),
      order_id uuid references orders (id),
      moved_from uuid,
      batch_id uuid references perk_batches (id),
      reason text,
      actor text not null,
      at timestamptz not null,
      check ((kind = 'granted') = (term_kind is not null)),
      check ((kind = 'granted') = (source is not null)),
      check (kind <> 'granted' or grant_id = id),
      check ((kind = 'colored') = (grant_id is null)),
      check (kind <> 'colored' or color is not null),
      check ((term_kind is not distinct from 'months') = (term_months is not null)),
      check ((term_kind is not distinct from 'time') = (term_ms is not null)),
      check ((term_kind is not distinct from 'until') = (term_until is not null)),
      check ((source is not distinct from 'order') = (order_id is not null))
    )`.execute(db)
  await sql`create index perk_entries_in_order on perk_entries (steam_id, perk, seq)`.execute(db)
  await sql`
    create unique index perk_entries_of_order on perk_entries (order_id)
    where order_id is not null`.execute(db)
  await sql`
    create unique index perk_entries_moved on perk_entries (moved_from)
    where moved_from is not null`.execute(db)
  await sql`
    create index perk_entries_of_batch on perk_entries (batch_id)
    where batch_id is not null`.execute(db)
  await applyFunction(db, 'refuse_perk_entry_change', '3bebbc1a')
  await sql`
    create table perk_coverage (
      steam_id text not null,
      perk text not null,
      starts_at timestamptz not null,
      ends_at timestamptz,
      is_suspended boolean not null,
      color text,
      note text not null,
      as_of timestamptz not null,
      primary key (steam_id, perk)
    )`.execute(db)
  await sql`create index perk_coverage_ends on perk_coverage (perk, ends_at)`.execute(db)
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table perk_deliveries (
      adapter text not null,
      steam_id text not null,
      perk text not null,
      state text not null check (
        state in (
          'queued', 'sending', 'verified', 'waiting_first_join', 'waiting_restart', 'needs_owner',
          'retrying'
        )
      ),
      steps jsonb not null,
      is_ours boolean not null default false,
      is_extra boolean not null default false,
      taken_over text,
      reason_code text,
      reason_detail text,
      queued_at timestamptz not null,
      changed_at timestamptz not null,
      next_at timestamptz,
      run_id uuid,
      verified_at timestamptz,
      primary key (adapter, steam_id, perk)
    )`.execute(db)
  await sql`
    create index perk_deliveries_unfinished on perk_deliveries (adapter, state)
    where state <> 'verified'`.execute(db)
  await sql`
    create index perk_deliveries_next on perk_deliveries (adapter, next_at)
    where next_at is not null`.execute(db)
  await sql`create index perk_deliveries_of_holder on perk_deliveries (steam_id, perk)`.execute(db)
  await sql`
    create table perk_attempts (
      id bigint generated always as identity primary key,
      adapter text not null,
      run_id uuid not null,
      steam_id text,
      perk text,
      what text not null,
      code text,
      answer text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`
    create index perk_attempts_of_holder on perk_attempts (steam_id, perk, id desc)`.execute(db)
  await sql`create index perk_attempts_at on perk_attempts (at)`.execute(db)
  await sql`
    create table perk_adapters (
      name text primary key,
      target text not null,
      enabled_at timestamptz,
      state text not null check (state in ('ready', 'retrying', 'needs_owner')),
      reason_code text,
      reason_detail text,
      failing_since timestamptz,
      last_run_at timestamptz,
      next_run_at timestamptz,
      lease_id uuid,
      lease_until timestamptz,
      remembered jsonb not null,
      dry_run jsonb,
      proof jsonb,
      unfinished jsonb,
      put_back text
    )`.execute(db)
  await sql`
    create table perk_file_versions (
      id uuid primary key default gen_random_uuid(),
      adapter text not null,
      sha256 text not null,
      content text not null,
      replaced_at timestamptz not null
    )`.execute(db)
  await sql`
    create index perk_file_versions_newest on perk_file_versions (adapter, replaced_at desc)`.execute(
    db,
  )
}

async function createReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table perk_reminder_choices (
      user_id text primary key references users (id) on delete cascade,
      chosen_at timestamptz not null,
      stopped_at timestamptz,
      stop_reason text
    )`.execute(db)
  await sql`
    create table perk_reminders_sent (
      steam_id text not null,
      perk text not null,
      ends_at timestamptz not null,
      kind text not null check (kind in ('week_before', 'day_before', 'ended')),
      sent_at timestamptz not null,
      primary key (steam_id, perk, ends_at, kind)
    )`.execute(db)
}
