import { CompiledQuery, sql } from 'kysely'
import type { PreparedStatement } from '#server/db/database.ts'
import type { Services, Trx } from '#server/services/context.ts'

/** One thing that happened, some time before the first start. */
export interface Step {
  readonly minutesAgo: number
  readonly run: (services: Services) => Promise<unknown>
}

const day = 24 * 60
/** Minutes, written as days and minutes. */
export function daysAgo(days: number, minutes = 0): number {
  return Math.round(days * day) + minutes
}

/**
 * Runs the steps from the oldest to the newest, each with the services of its own time. All of them
 * belong to one transaction.
 */
export async function runTimeline(
  services: Services,
  trx: Trx,
  start: Date,
  steps: readonly Step[],
): Promise<void> {
  for (const { minutesAgo, run } of steps.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const at = new Date(start.getTime() - minutesAgo * 60_000)
    await run(servicesAt(services, trx, at))
    await moveTimes(trx, start, at)
  }
}

/** The services inside this transaction, by a clock that stands. Their messages are not sent. */
export function servicesAt(services: Services, trx: Trx, at: Date): Services {
  return {
    ...services,
    // The sandbox's hosted buttons have no order of ours to pay.
    config: { ...services.config, paypal: { ...services.config.paypal, driver: 'orders' } },
    clock: () => at,
    jobs: { sendMessage: () => Promise.resolve() },
    database: {
      ...services.database,
      db: trx,
      withoutStatementTimeout: trx,
      transaction: (work) => work(trx),
      runPrepared: async <Row>({ text }: PreparedStatement, values: readonly unknown[]) =>
        (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
    },
  }
}

/** The sandbox writes whole seconds. */
const toleranceMilliseconds = 2000

/** Moves what the database and the sandbox wrote by their own clocks, which cannot be set. */
async function moveTimes(trx: Trx, start: Date, at: Date): Promise<void> {
  const recent = new Date(start.getTime() - toleranceMilliseconds)
  await sql`
    with moved_orders as (
      update orders set created_at = ${at} where created_at = now()
    ), moved_provider_orders as (
      update provider_orders set created_at = ${at} where created_at = now()
    ), moved_purchases as (
      update purchases set created_at = ${at} where created_at = now()
    ), moved_disputes as (
      update disputes set opened_at = ${at} where opened_at > ${recent}
    )
    update payments set made_at = least(made_at, ${at}), created_at = least(created_at, ${at}),
      updated_at = least(updated_at, ${at})
    where made_at > ${recent} or created_at = now()`.execute(trx)
}
