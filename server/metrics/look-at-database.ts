import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Database } from '#server/db/database.ts'
import { readDatabaseFigures, type Figure } from './database-figures.ts'
import { createKrFlowReader } from './kr-flow.ts'

const keptMilliseconds = 10_000
/** Who asks for the metrics waits ten seconds at most, and wants the others all the same. */
const patienceMilliseconds = 3000

/** Every figure of the database: its one label, and what it means. */
const figures = {
  jobs_waiting: ['queue', 'Jobs that are due and not begun'],
  jobs_oldest_waiting_seconds: ['queue', 'How long the oldest due job waits'],
  jobs_failed: ['queue', 'Jobs that failed for good'],
  messages_unsent: [null, 'Messages to the staff that Discord has not taken'],
  messages_oldest_unsent_seconds: [null, 'Age of the oldest of them'],
  orders_held: ['kind', 'Orders whose payment the provider or the bank still holds'],
  orders_oldest_held_seconds: ['kind', 'Age of the oldest of them'],
  webhooks_unprocessed: ['provider', 'Webhooks taken in and not yet applied'],
  webhooks_oldest_unprocessed_seconds: ['provider', 'Age of the oldest of them'],
  checks_overdue: ['kind', 'Orders that the reconcile job should have looked at'],
  payments_unmatched: [null, 'Completed payments without an order that nobody has dealt with'],
  payments_oldest_unmatched_seconds: [null, 'Age of the oldest of them'],
  unreadable_answers: [
    null,
    'Answers of providers that cannot be read and that nobody has dealt with',
  ],
  purchases_undelivered: ['kind', 'Paid and not marked as handed over'],
  disputes_open: ['provider', 'Disputes that are not decided'],
  payments: ['status', 'Payments of donations, as they stand'],
  payments_cents_total: ['direction', 'Cents of donations taken in and given back'],
  pack_orders: ['status', 'Pack orders that were paid, as they stand'],
  kr_moves_total: ['type', 'Lines of the ledger'],
  kr_moved_total: ['type', 'Kr that they moved, without sign'],
  ledger_differences: [null, 'Differences that the last check of the whole ledger found'],
  ledger_checked_timestamp_seconds: [null, 'When that check ended'],
} as const satisfies Readonly<Record<string, readonly [string | null, string]>>

/** Of whom there are none is said as 0: an alarm cannot tell "none" from "not asked". */
const alwaysThere: readonly Figure[] = [
  ...['order', 'pack'].map((label) => ({ name: 'orders_held', label, value: 0 })),
  ...['order', 'pack', 'dispute'].map((label) => ({ name: 'checks_overdue', label, value: 0 })),
  ...['paypal', 'stripe'].map((label) => ({ name: 'webhooks_unprocessed', label, value: 0 })),
  ...['paypal', 'stripe'].map((label) => ({ name: 'disputes_open', label, value: 0 })),
]

/**
 * Metrics that are the same for all processes, read when somebody asks for them and kept for a while,
 * so that asking often costs the database nothing. While it is away there are none of them.
 */
export function lookAtDatabase(registry: Registry, database: Database, prefix: string) {
  const readKrFlow = createKrFlowReader(database)
  const up = new Gauge({
    name: `${prefix}database_up`,
    help: 'Whether the last look at the database succeeded',
    registers: [registry],
  })
  const metrics = new Map(
    Object.entries(figures).map(([name, [label, help]]) => [
      name,
      createMetric(registry, `${prefix}${name}`, help, label),
    ]),
  )
  let validUntil = 0
  let looking: Promise<void> | null = null

  const look = async (): Promise<void> => {
    const found = [...(await readDatabaseFigures(database)), ...(await readKrFlow())]
    for (const metric of metrics.values()) metric.reset()
    for (const { name, label, value } of [...alwaysThere, ...found])
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
    looking ??= look()
      .catch(forget)
      .finally(() => {
        looking = null
      })
    const patience = new AbortController()
    const isLate = sleep(patienceMilliseconds, true, { signal: patience.signal }).catch(() => false)
    if (await Promise.race([looking.then(() => false), isLate])) forget()
    patience.abort()
  }
}

interface DatabaseMetric {
  reset(): void
  set(label: string | null, value: number): void
}

function createMetric(
  registry: Registry,
  name: string,
  help: string,
  label: string | null,
): DatabaseMetric {
  const labelNames = label === null ? [] : [label]
  const options = { name, help, labelNames, registers: [registry] }
  const labelsOf = (value: string | null): Record<string, string> =>
    label === null || value === null ? {} : { [label]: value }
  if (name.endsWith('_total')) {
    const counter = new Counter(options)
    return {
      reset: () => counter.reset(),
      set: (of, value) => counter.inc(labelsOf(of), value),
    }
  }
  const gauge = new Gauge(options)
  // Without a label, `reset` says 0; what is not known is not said.
  return {
    reset: () => (label === null ? gauge.remove() : gauge.reset()),
    set: (of, value) => gauge.set(labelsOf(of), value),
  }
}
