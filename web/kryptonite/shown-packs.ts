import type { PackView } from '#contract/kryptonite.ts'
import { cents, type Cents } from '#domain/money.ts'
import { packPicture } from '#domain/packs.ts'
import { kryptoPacks } from '#site/prices.ts'

/** A pack as the page shows it; it can be bought once its price's id is known. */
export interface ShownPack {
  readonly amount: number
  readonly bonus: number
  readonly priceCents: Cents
  readonly image: string
  /** More Kr for a dollar than any other. */
  readonly isBestValue: boolean
  /** Null until the server has said what is sold. */
  readonly offer: PackView | null
}

const packsOfSite = kryptoPacks.map(({ amount, bonus, priceDollars }) => ({
  amount,
  bonus,
  priceCents: Math.round(priceDollars * 100),
  image: packPicture(amount),
  offer: null,
}))

/** The packs that the server sells; those of the site's own list until it has answered. */
export function shownPacks(sold: readonly PackView[] | null): readonly ShownPack[] {
  const packs = sold?.map((offer) => ({ ...offer, offer })) ?? packsOfSite
  const best = Math.max(...packs.map(krPerCent))
  return packs.map(({ amount, bonus, priceCents, image, offer }) => ({
    amount,
    bonus,
    priceCents: cents(priceCents),
    image,
    isBestValue: krPerCent({ amount, bonus, priceCents }) === best,
    offer,
  }))
}

function krPerCent({ amount, bonus, priceCents }: Omit<PackView, 'priceId' | 'image'>): number {
  return (amount + bonus) / priceCents
}
