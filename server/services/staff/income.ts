import { sql, type RawBuilder } from 'kysely'
import { incomePeriodsAt, type IncomePeriod } from '#domain/income-periods.ts'
import { paidWhileBanned } from '#server/services/bans/bans.ts'
import { keptPackCents } from '#server/services/kryptonite/pack-orders.ts'
import type { Services } from '#server/services/context.ts'

/** Donations in euros from a time on and before another one, less what of them was refunded since. */
export function donatedCents(
  { paypal }: Pick<Services, 'paypal'>,
  from: RawBuilder<Date>,
  to: RawBuilder<Date>,
): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(amount_cents - refunded_cents), 0)::bigint from payments
    where made_at >= ${from} and made_at < ${to}
      and provider_mode = ${paypal.mode} and currency = 'EUR'
      and status in ('completed', 'refunded')
      -- That money went to another account than ours.
      and unmatched_reason is distinct from 'payee_mismatch'
  )`
}

/**
 * What was paid in each period, less what of it was refunded or lost in a dispute since: donations of
 * PayPal in euros, packs of Stripe in dollars, of the mode that each runs in. Payments without an
 * order and packs that are kept from a banned buyer count, because the money is on the account; what
 * is of another currency or amount appears in the inbox or among the packs only.
 */
export async function readIncome(services: Services) {
  const { database, stripe, site, clock } = services
  const { timeZone } = site.current().server.restarts
  const periods = Object.entries(incomePeriodsAt(timeZone, clock())).map(([name, period]) => ({
    name,
    ...period,
  }))
  const { rows } = await sql<{ name: IncomePeriod; eurCents: number; usdCents: number }>`
    select period.name,
      ${donatedCents(services, sql`period."from"`, sql`period."to"`)} as "eurCents", (
      select coalesce(sum(${keptPackCents}), 0)::bigint
      from krypto_orders
      where (paid_at >= period."from" and paid_at < period."to"
          -- Kept packs have no time of payment. A checkout is open for some hours at most.
          or mismatch in (${paidWhileBanned}, 'dealt_with')
            and created_at >= period."from" and created_at < period."to")
        and provider_mode = ${stripe.mode} and currency = 'USD'
    ) as "usdCents"
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
      as period (name text, "from" timestamptz, "to" timestamptz)`.execute(database.db)
  const of = (period: IncomePeriod) => {
    const { eurCents = 0, usdCents = 0 } = rows.find(({ name }) => name === period) ?? {}
    return { eurCents, usdCents }
  }
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    lastMonth: of('lastMonth'),
  }
}
