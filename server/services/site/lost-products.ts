import { sql, type Kysely } from 'kysely'
import type { FieldError } from '#contract/problem.ts'
import { isPerk, type Product } from '#domain/products.ts'
import type { Schema } from '#server/db/schema.ts'

/** What orders, gifts and players still need of products that these do not have any more. */
export async function findLostProducts(
  db: Kysely<Schema>,
  products: readonly Product[],
  now: Date,
): Promise<readonly FieldError[]> {
  const slugs = products.map(({ slug }) => slug)
  const { rows: ordered } = await sql<{ slug: string }>`
    select distinct split_part(offer_key, '/', 1) as slug from orders
    where status in ('pending', 'processing', 'paid', 'disputed')
      and split_part(offer_key, '/', 1) <> all(${slugs}::text[])`.execute(db)
  const held = await db
    .selectFrom('perk_coverage')
    .select('perk')
    .distinct()
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
  const { rows: given } = await sql<{ slug: string }>`
    select distinct products[1] as slug from offers
    where kind = 'perk' and (ends_at is null or ends_at > ${now})
      and (use_limit is null
        or use_limit > (select count(*) from offer_redemptions where offer_id = offers.id))
      and products[1] <> all(${slugs}::text[])`.execute(db)
  const path = 'products'
  return [
    ...ordered.map(({ slug }) => {
      const message = `${slug} has orders: keep it, with hidden: true`
      return { path, code: 'has_orders', message }
    }),
    ...given.map(({ slug }) => {
      const message = `gifts of ${slug} can be redeemed: stop them first, or keep it, with hidden: true`
      return { path, code: 'has_gifts', message }
    }),
    ...held
      .filter(({ perk }) => !isPerk(products, perk))
      .map(({ perk }) => {
        const message = `players hold the perk ${perk}: keep its product, with hidden: true`
        return { path, code: 'holds_perks', message }
      }),
  ]
}
