import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** One number that the database tells, such as the unsent messages. */
export interface Figure {
  readonly name: string
  /** The value of the figure's one label; null where it has none. */
  readonly label: string | null
  readonly value: number
}

/** A job that runs every minute is late by more than this only in a flood of abandoned checkouts. */
const overdueMinutes = 5

/**
 * What waits, lies about or has flowed, in one round trip. What is not indexed is counted row by row:
 * 0.2 s with 500,000 payments and skins. The ledger has its own way (`kr-flow.ts`).
 */
export async function readDatabaseFigures({ db }: Pick<Database, 'db'>): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    with jobs_due as (
      select name, count(*) as number, extract(epoch from now() - min(start_after)) as age
      from jobs.job where state in ('created', 'retry') and start_after <= now() group by name
    ), last_check as (
      select completed_on, (output ->> 'differences')::int as differences
      from jobs.job where name = 'verify-ledger' and state = 'completed'
      order by completed_on desc limit 1
    ), held as (
      select 'order' as kind, opened_at as since from orders where status = 'processing'
      union all
      select 'pack', created_at from krypto_orders where status = 'processing'
    ), unprocessed as (
      select provider, received_at from webhook_events where processed_at is null
    ), unmatched as (
      select made_at from payments
      where order_id is null and status = 'completed' and resolved_at is null
    ), unsent as (
      -- Of a checkout that somebody began a day ago nobody is told any more.
      select created_at from messages where sent_at is null
        and (kind <> 'checkout_started' or created_at > now() - interval '1 day')
    ), overdue as (
      select 'order' as kind from orders
      where next_check_at < now() - make_interval(mins => ${overdueMinutes})
      union all
      select 'pack' from krypto_orders
      where next_check_at < now() - make_interval(mins => ${overdueMinutes})
      union all
      select 'dispute' from disputes where status = 'open'
        and next_check_at < now() - make_interval(mins => ${overdueMinutes} + 10)
    ), figures as (
      select 'jobs_waiting' as name, name as label, number as value from jobs_due
      union all select 'jobs_oldest_waiting_seconds', name, age from jobs_due
      union all select 'jobs_failed', name, count(*) from jobs.job where state = 'failed' group by name
      union all select 'messages_unsent', null, count(*) from unsent
      union all select 'messages_oldest_unsent_seconds', null, extract(epoch from now() - min(created_at)) from unsent
      union all select 'orders_held', kind, count(*) from held group by kind
      union all select 'orders_oldest_held_seconds', kind, extract(epoch from now() - min(since)) from held group by kind
      union all select 'webhooks_unprocessed', provider, count(*) from unprocessed group by provider
      union all select 'webhooks_oldest_unprocessed_seconds', provider, extract(epoch from now() - min(received_at)) from unprocessed group by provider
      union all select 'checks_overdue', kind, count(*) from overdue group by kind
      union all select 'payments_unmatched', null, count(*) from unmatched
      union all select 'payments_oldest_unmatched_seconds', null, extract(epoch from now() - min(made_at)) from unmatched
      union all select 'unreadable_answers', null, count(*) from unreadable_answers where resolved_at is null
      union all select 'purchases_undelivered', 'order', count(*) from purchases where delivered_at is null
      union all select 'purchases_undelivered', 'skin', count(*) from skin_purchases where delivered_at is null
      union all select 'disputes_open', provider, count(*) from disputes where status = 'open' group by provider
      union all select 'disputes_open', 'stripe', count(*) from krypto_orders where status = 'disputed'
      union all select 'payments', status, count(*) from payments group by status
      union all select 'payments_cents_total', 'in', sum(amount_cents) from payments where status in ('completed', 'refunded')
      union all select 'payments_cents_total', 'back', sum(refunded_cents) from payments
      union all select 'pack_orders', status, count(*) from krypto_orders where paid_at is not null group by status
      union all select 'ledger_differences', null, differences from last_check
      union all select 'ledger_checked_timestamp_seconds', null, extract(epoch from completed_on) from last_check
    )
    select name, label, coalesce(value, 0)::float8 as value from figures`.execute(db)
  return rows
}
