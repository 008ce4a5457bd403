import { sql } from 'kysely'
import type { ReachedGoal } from '#contract/site.ts'
import { incomePeriodsAt, monthAt } from '#domain/income-periods.ts'
import { cents } from '#domain/money.ts'
import type { Services } from '#server/services/context.ts'
import { donatedCents } from './income.ts'

/**
 * The goal of this month by the community's clock, with what has come in for it; null while there is
 * none. Packs are paid in dollars, and do not count.
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
    select ${reached} as "reachedCents"`.execute(database.db)
  return { ...goal, reachedCents: cents(rows[0]?.reachedCents ?? 0) }
}
