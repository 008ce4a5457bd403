import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { readSold } from '#contract/site.ts'
import type { Services } from '#server/services/context.ts'

/** How many of each product and pack were paid and are not refunded. */
export async function countSold({
  database,
}: Pick<Services, 'database'>): Promise<AnswerOf<typeof readSold>> {
  const { rows } = await sql<{ kind: 'products' | 'packs'; id: string; count: number }>`
    select 'products' as kind, split_part(offer_key, '/', 1) as id, count(*)::int as count
    from orders where status in ('paid', 'disputed') group by 2
    union all
    select 'packs', price_id, count(*)::int
    from krypto_orders where status in ('paid', 'disputed') group by 2`.execute(database.db)
  const countsOf = (kind: string) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ id, count }) => [id, count]))
  return { products: countsOf('products'), packs: countsOf('packs') }
}
