import { sql } from 'kysely'
import type { FlowsView } from '#contract/kryptonite.ts'
import { noKrByType, type TransactionType } from '#domain/kryptonite.ts'
import type { Services } from '#server/services/context.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

export interface FlowSources extends Pick<Services, 'database' | 'clock'> {
  readonly providerMode: FlowsView['providerMode']
}

/** Packs and Kr of the last days, by UTC day including today, and the sum of all balances. */
export async function readFlows(sources: FlowSources, days: number): Promise<FlowsView> {
  const dates = lastDates(sources.clock(), days)
  const first = new Date(dates[0] ?? 0)
  const [packs, kr, krInCirculation] = await Promise.all([
    sumPacks(sources, first),
    sumKr(sources, first),
    sumBalances(sources),
  ])
  const packsByDate = new Map(packs.map((day) => [day.date, day]))
  const krByDate = Map.groupBy(kr, ({ date }) => date)
  return {
    providerMode: sources.providerMode,
    days: dates.map((date) => ({
      date,
      packsSold: packsByDate.get(date)?.sold ?? 0,
      packNetCents: packsByDate.get(date)?.net_cents ?? 0,
      krByType: (krByDate.get(date) ?? []).reduce(
        (byType, { type, amount }) => ({ ...byType, [type]: amount }),
        noKrByType,
      ),
    })),
    krInCirculation,
  }
}

function lastDates(now: Date, days: number): string[] {
  return Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * dayMilliseconds).toISOString().slice(0, 10),
  )
}

/** Subtracts at most the price: a refund and a dispute may concern the same money. */
async function sumPacks({ database, providerMode }: FlowSources, first: Date) {
  const { rows } = await sql<{ date: string; sold: number; net_cents: number }>`
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*) as sold,
      sum(price_cents - least(price_cents, refunded_cents + disputed_cents))::bigint as net_cents
    from krypto_orders
    where paid_at >= ${first} and provider_mode = ${providerMode} and mismatch is null
    group by 1`.execute(database.db)
  return rows
}

async function sumKr({ database }: FlowSources, first: Date) {
  const { rows } = await sql<{ date: string; type: TransactionType; amount: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, transaction_type as type,
      sum(amount)::bigint as amount
    from krypto_transactions where created_at >= ${first}
    group by 1, 2`.execute(database.db)
  return rows
}

async function sumBalances({ database }: FlowSources): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(balance), 0)::bigint as balance from krypto_balance`.execute(database.db)
  return rows[0]?.balance ?? 0
}
