import type * as contract from '#contract/perks.ts'
import { isSold, perkOf } from '#domain/products.ts'
import type { Services } from '#server/services/context.ts'

/** How many players can still have each product whose number is limited. */
export async function listSlots({
  database,
  clock,
  site,
}: Pick<Services, 'database' | 'clock' | 'site'>): Promise<readonly contract.PerkSlots[]> {
  const limited = site
    .current()
    .products.filter(isSold)
    .flatMap((product) => {
      const perk = perkOf(product)
      const slots = 'slots' in product ? product.slots : undefined
      return perk === null || slots === undefined ? [] : [{ slug: product.slug, perk, slots }]
    })
  if (limited.length === 0) return []
  const now = clock()
  const taken = await database.db
    .selectFrom('perk_coverage')
    .select(['perk', 'ends_at'])
    .where(
      'perk',
      'in',
      limited.map(({ perk }) => perk),
    )
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('ends_at')
    .execute()
  return limited.map(({ slug, perk, slots }) => {
    // Permanent ones come last.
    const ends = taken.filter((row) => row.perk === perk).map((row) => row.ends_at)
    const left = Math.max(0, slots - ends.length)
    const next = left > 0 ? null : ends[ends.length - slots]
    return { product: slug, slots, left, nextFreeAt: next?.toISOString() ?? null }
  })
}
