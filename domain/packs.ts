import { kr, type Kr } from './kryptonite.ts'
import { cents, type Cents } from './money.ts'
import type { SalesByKey, SaleView } from './catalogue.ts'
import { packKey } from './offers.ts'

/** The part of a pack that the owner decides, in `site/packs.ts`. The price is in US dollars. */
export interface PackTerms {
  readonly amount: number
  readonly bonus: number
  readonly priceDollars: number
  readonly priceId: string
  /** Not for sale. */
  readonly hidden?: boolean | undefined
}

/** A pack of Kr for sale: it credits `amount` and `bonus`. */
export interface Pack {
  readonly amount: Kr
  readonly bonus: Kr
  /** In a sale, what it costs there. */
  readonly priceCents: Cents
  /** What it costs without a sale. */
  readonly listPriceCents: Cents
  readonly sale: SaleView | null
  /** Names it in calls; Stripe does not know it. */
  readonly priceId: string
}

/** The packs that are for sale in the owner's order, in the sales that run. */
export function createPacks(terms: readonly PackTerms[], sales: SalesByKey = {}): readonly Pack[] {
  return terms.flatMap(({ amount, bonus, priceDollars, priceId, hidden }) => {
    if (hidden) return []
    const listPriceCents = cents(Math.round(priceDollars * 100))
    const sale = sales[packKey(priceId)] ?? null
    return {
      amount: kr(amount),
      bonus: kr(bonus),
      priceCents: sale ? cents(sale.priceCents) : listPriceCents,
      listPriceCents,
      sale,
      priceId,
    }
  })
}

const drawnAmounts = [10_000, 5000, 2500, 1000, 500, 100] as const

/** The address of a pack's picture: the largest drawn heap that is not larger than the pack. */
export function packPicture(amount: number): string {
  return `/packs/${drawnAmounts.find((drawn) => drawn <= amount) ?? drawnAmounts.at(-1)}.svg`
}

/** The amount and the bonus of a pack. */
export function totalKr({ amount, bonus }: Pick<Pack, 'amount' | 'bonus'>): Kr {
  return kr(amount + bonus)
}
