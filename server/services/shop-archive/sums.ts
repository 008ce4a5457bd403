import { sql } from 'kysely'
import type { Trx } from '#server/services/context.ts'

/** What the shop's money and Kr add up to, in words. */
export async function readSums(trx: Trx): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; total: string }>`
    select name, total::text as total from (
      select 'paid orders, cents of ' || currency as name, sum(amount_cents) as total
        from payments group by currency
      union all select 'refunds of orders, cents of ' || currency, sum(refunded_cents)
        from payments group by currency
      union all select 'paid packs of Kr, cents of ' || currency, sum(price_cents)
        from krypto_orders where paid_at is not null group by currency
      union all select 'Kr of all balances', coalesce(sum(balance), 0) from krypto_balance
      union all select 'Kr of all lines of the ledger', coalesce(sum(amount), 0)
        from krypto_transactions
    ) as sums order by name`.execute(trx)
  return Object.fromEntries(rows.map(({ name, total }) => [name, total]))
}
