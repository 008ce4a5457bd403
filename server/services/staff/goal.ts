import { sql } from 'kysely'
import type { ReachedGoal } from '#contract/site.ts'
import { incomePeriodsAt } from '#domain/income-periods.ts'
import { monthAt } from '#domain/time-zone.ts'
import { cents } from '#domain/money.ts'
import type { Services } from '#server/services/context.ts'
import { donatedCents } from './income.ts'

/**
 * The goal of this month by the community's clock, with what has come in for it; null while there is
 * none: donations less refunds, and of packs, which are paid in dollars, the euros that arrived.
 */
export async function readGoal(services: Services): Promise<ReachedGoal | null> {
  const { database, site, clock } = services
  const { goal, server } = site.current()
  const { timeZone } = server.restarts
  const now = clock()
  if (goal?.month !== monthAt(timeZone, now)) return null
  const { from, to } = incomePeriodsAt(timeZone, now).month
  const reached = donatedCents(services, sql`${from}`, sql`${to}`)
  const { rows } = await sql<{ reachedCents: number }>`
    select ${reached} + ${settledCents(services, from, to)} as "reachedCents"`.execute(database.db)
  // Of a refund Stripe keeps its fee.
  return { ...goal, reachedCents: cents(Math.max(0, rows[0]?.reachedCents ?? 0)) }
}

/** What Stripe paid out in euros for packs that were paid from a time on and before another one. */
function settledCents({ stripe }: Services, from: Date, to: Date) {
  return sql`(
    select coalesce(sum(m.settled_cents), 0)::bigint
    from money_movements m join krypto_orders k on k.id = m.krypto_order_id
    where m.settled_currency = 'EUR' and k.provider_mode = ${stripe.mode}
      and exists (
        select from money_movements paid
        where paid.krypto_order_id = k.id and paid.kind = 'sale'
          and paid.moved_at >= ${from} and paid.moved_at < ${to}
      )
  )`
}
