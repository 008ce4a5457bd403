import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { sql } from 'kysely'
import { heldForStaff } from '#domain/held-payments.ts'
import type { Database } from '#server/db/database.ts'
import type { Services } from '#server/services/context.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'

const keptMilliseconds = 10_000
/** Prometheus waits ten seconds at most, and needs the other metrics even when the database is slow. */
const timeoutMilliseconds = 3000

/** Every figure of the database: its one label, and its help text. */
const figures = {
  jobs_waiting: ['queue', 'Jobs that are due and not started'],
  jobs_oldest_waiting_seconds: ['queue', 'How long the oldest due job has waited'],
  jobs_failed: ['queue', 'Jobs that failed for good'],
  messages_unsent: [null, 'Messages to the staff that Discord has not accepted'],
  messages_oldest_unsent_seconds: [null, 'Age of the oldest of them'],
  orders_held: ['kind', 'Orders whose payment the provider or the bank still holds'],
  orders_oldest_held_seconds: ['kind', 'Age of the oldest of them'],
  webhooks_unprocessed: ['provider', 'Webhooks stored and not yet applied'],
  webhooks_oldest_unprocessed_seconds: ['provider', 'Age of the oldest of them'],
  checks_overdue: ['kind', 'Unpaid orders whose check by the reconcile job is overdue'],
  looks_overdue: ['kind', 'Paid orders that should have been looked at again an hour ago'],
  payments_unmatched: [null, 'Completed payments without an order that nobody has resolved'],
  payments_oldest_unmatched_seconds: [null, 'Age of the oldest of them'],
  unreadable_answers: [null, 'Unreadable answers of providers that nobody has resolved'],
  connection_faults: ['fault', 'What providers refuse until somebody changes a setting'],
  payments_to_accept: [null, 'Payments that PayPal holds until the staff accepts them there'],
  purchases_undelivered: [
    'kind',
    'Paid and not marked as delivered, without what is delivered automatically',
  ],
  disputes_open: ['provider', 'Disputes that are not decided'],
  payments: ['status', 'Payments of donations, by their current status'],
  payments_cents_total: ['direction', 'Cents of donations received and given back'],
  pack_orders: ['status', 'Paid pack orders, by their current status'],
  kr_moves_total: ['type', 'Lines of the ledger'],
  kr_moved_total: ['type', 'Kr that they moved, as absolute amounts'],
  ledger_differences: [null, 'Differences that the last check of the whole ledger found'],
  ledger_checked_timestamp_seconds: [null, 'When that check ended'],
} as const satisfies Readonly<Record<string, readonly [string | null, string]>>

/** Includes states with no rows, as 0: an alarm cannot distinguish a missing series from an unread one. */
const zeroFigures: readonly Figure[] = [
  ...['order', 'pack'].map((label) => ({ name: 'orders_held', label, value: 0 })),
  ...['order', 'pack', 'dispute'].map((label) => ({ name: 'checks_overdue', label, value: 0 })),
  ...['order', 'pack'].map((label) => ({ name: 'looks_overdue', label, value: 0 })),
  ...['paypal', 'stripe'].map((label) => ({ name: 'webhooks_unprocessed', label, value: 0 })),
  ...['paypal', 'stripe'].map((label) => ({ name: 'disputes_open', label, value: 0 })),
]

/** What delivers perks, which opens after the metrics; null until then. */
export type DeliveringNow = () => Pick<Services, 'perkAdapters' | 'site'> | null

/**
 * Metrics that all processes share, read on demand and kept for ten seconds, so that frequent
 * scrapes cost the database nothing. They are absent while the database is unreachable.
 */
export function databaseCollector(
  registry: Registry,
  database: Database,
  prefix: string,
  delivering: DeliveringNow,
) {
  const readKrFlow = createKrFlowReader(database)
  const up = new Gauge({
    name: `${prefix}database_up`,
    help: 'Whether the last read of the database succeeded',
    registers: [registry],
  })
  const metrics = new Map(
    Object.entries(figures).map(([name, [label, help]]) => [
      name,
      createMetric(registry, `${prefix}${name}`, help, label),
    ]),
  )
  let validUntil = 0
  let reading: Promise<void> | null = null

  const read = async (): Promise<void> => {
    const found = [...(await readDatabaseFigures(database, delivering)), ...(await readKrFlow())]
    for (const metric of metrics.values()) metric.reset()
    for (const { name, label, value } of [...zeroFigures, ...found])
      metrics.get(name)?.set(label, value)
    up.set(1)
    validUntil = performance.now() + keptMilliseconds
  }
  const forget = (): void => {
    up.set(0)
    for (const metric of metrics.values()) metric.reset()
  }

  return async (): Promise<void> => {
    if (performance.now() < validUntil) return
    reading ??= read()
      .catch(forget)
      .finally(() => {
        reading = null
      })
    const isLate = sleep(timeoutMilliseconds, true, { ref: false })
    if (await Promise.race([reading.then(() => false), isLate])) forget()
  }
}

function createMetric(registry: Registry, name: string, help: string, label: string | null) {
  const labelNames = label === null ? [] : [label]
  const options = { name, help, labelNames, registers: [registry] }
  const labelsOf = (value: string | null): Record<string, string> =>
    label === null || value === null ? {} : { [label]: value }
  if (name.endsWith('_total')) {
    const counter = new Counter(options)
    return {
      reset: () => counter.reset(),
      set: (of: string | null, value: number) => counter.inc(labelsOf(of), value),
    }
  }
  const gauge = new Gauge(options)
  // Without a label, `reset` would report 0; an unknown value must be absent.
  return {
    reset: () => (label === null ? gauge.remove() : gauge.reset()),
    set: (of: string | null, value: number) => gauge.set(labelsOf(of), value),
  }
}

interface Figure {
  readonly name: string
  /** The value of the figure's one label; null for a figure without a label. */
  readonly label: string | null
  readonly value: number
}

/** The job runs every minute; it falls this far behind only in a flood of abandoned checkouts. */
const overdueMinutes = 5

/**
 * All figures but those of the ledger, in one round trip. Tables without a fitting index are
 * counted row by row: 0.2 s with 500,000 payments and skins. `createKrFlowReader` reads the ledger.
 */
async function readDatabaseFigures(
  { db }: Pick<Database, 'db'>,
  delivering: DeliveringNow,
): Promise<Figure[]> {
  const services = delivering()
  const isAutomatic = services
    ? isDeliveredByAdapter(services, 'purchases.order_id')
    : sql<boolean>`false`
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
        and not exists (
          select from payments where kept_for = orders.id and resolved_at is null)
      union all
      select 'pack', created_at from krypto_orders where status = 'processing'
    ), unprocessed as (
      select provider, received_at from webhook_events where processed_at is null
    ), unmatched as (
      select made_at from payments
      where order_id is null and status = 'completed' and resolved_at is null
    ), unsent as (
      -- The staff is not notified of a checkout older than a day.
      select created_at from messages where sent_at is null
        and (kind <> 'checkout_started' or created_at > now() - interval '1 day')
    ), overdue as (
      select 'order' as kind from orders
      where next_check_at < now() - make_interval(mins => ${overdueMinutes})
        and paid_at is null
      union all
      select 'pack' from krypto_orders
      where next_check_at < now() - make_interval(mins => ${overdueMinutes})
        and paid_at is null
      union all
      select 'dispute' from disputes where provider = 'paypal' and status = 'open'
        and next_check_at < now() - make_interval(mins => ${overdueMinutes} + 10)
    ), looks as (
      select 'order' as kind from orders
      where next_check_at < now() - interval '1 hour' and paid_at is not null
      union all
      select 'pack' from krypto_orders
      where next_check_at < now() - interval '1 hour' and paid_at is not null
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
      union all select 'looks_overdue', kind, count(*) from looks group by kind
      union all select 'payments_unmatched', null, count(*) from unmatched
      union all select 'payments_oldest_unmatched_seconds', null, extract(epoch from now() - min(made_at)) from unmatched
      union all select 'unreadable_answers', null, count(*) from unreadable_answers where resolved_at is null
      union all select 'connection_faults', provider || ':' || code, (cleared_at is null)::int from connection_faults
      union all select 'payments_to_accept', null, count(*) from payments where status = 'held' and held_reason = any(${heldForStaff}::text[])
      union all select 'purchases_undelivered', 'order', count(*) from purchases
        where delivered_at is null and not ${isAutomatic}
      union all select 'purchases_undelivered', 'skin', count(*) from skin_purchases where delivered_at is null
      union all select 'disputes_open', provider, count(*) from disputes where provider = 'paypal' and status = 'open' group by provider
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

interface Flow {
  readonly type: string
  readonly lines: number
  readonly kr: number
}

/** No transaction stays open for longer, so no line with a lower id can still appear. */
const finalMinutes = 5

/**
 * Counts the ledger's lines and the Kr they moved, by type. Lines older than `finalMinutes` are
 * read once and added up: the ledger only grows, and a scrape must not read all of it.
 */
function createKrFlowReader({
  db,
  withoutStatementTimeout,
}: Pick<Database, 'db' | 'withoutStatementTimeout'>) {
  let lastFinalId = 0
  const final = new Map<string, Flow>()

  return async (): Promise<Figure[]> => {
    // The first read may cover years.
    const connection = lastFinalId === 0 ? withoutStatementTimeout : db
    const { rows } = await sql<Flow & { isFinal: boolean; lastId: number }>`
      with boundary as (
        select coalesce(max(id), ${lastFinalId}) as id from krypto_transactions
        where id > ${lastFinalId} and created_at < now() - make_interval(mins => ${finalMinutes})
      )
      select transaction_type as type, count(*)::int as lines, sum(abs(amount))::float8 as kr,
        l.id <= boundary.id as "isFinal", max(l.id) as "lastId"
      from krypto_transactions l, boundary where l.id > ${lastFinalId}
      group by transaction_type, l.id <= boundary.id`.execute(connection)
    const totals = new Map(final)
    for (const row of rows) {
      add(totals, row)
      if (!row.isFinal) continue
      add(final, row)
      lastFinalId = Math.max(lastFinalId, row.lastId)
    }
    return [...totals.values()].flatMap(({ type, lines, kr }) => [
      { name: 'kr_moves_total', label: type, value: lines },
      { name: 'kr_moved_total', label: type, value: kr },
    ])
  }
}

function add(totals: Map<string, Flow>, { type, lines, kr }: Flow): void {
  const known = totals.get(type)
  totals.set(type, { type, lines: (known?.lines ?? 0) + lines, kr: (known?.kr ?? 0) + kr })
}
