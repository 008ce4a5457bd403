import { kr, type Kr } from './kryptonite.ts'
import { cents, isPrice, type Cents } from './money.ts'

/** The part of a pack that the owner decides, in `site/packs.ts`. The price is in US dollars. */
export interface PackTerms {
  readonly amount: number
  readonly bonus: number
  readonly priceDollars: number
  readonly priceId: string
}

/** A pack of Kr for sale: it credits `amount` and `bonus`. */
export interface Pack {
  readonly amount: Kr
  readonly bonus: Kr
  readonly priceCents: Cents
  /** Names it in calls; Stripe does not know it. */
  readonly priceId: string
}

/** The least that Stripe charges. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastDollars = 0.5

/** The packs in the owner's order. Throws one error that names all faults. */
export function createPacks(terms: readonly PackTerms[]): readonly Pack[] {
  const faults = validatePacks(terms)
  if (faults.length > 0) throw new Error(`the Kr packs: ${faults.join('; ')}`)
  return terms.map(({ amount, bonus, priceDollars, priceId }) => ({
    amount: kr(amount),
    bonus: kr(bonus),
    priceCents: cents(Math.round(priceDollars * 100)),
    priceId,
  }))
}

/** All faults of the packs, a sentence each; empty when they are valid. */
export function validatePacks(terms: readonly PackTerms[]): string[] {
  const amounts = terms.map(({ amount }) => amount)
  return [
    ...terms.flatMap(({ amount, bonus, priceDollars, priceId }) => [
      ...(isWhole(amount) && amount > 0
        ? []
        : [`the pack of ${amount} has no whole amount above 0`]),
      ...(isWhole(bonus) && bonus >= 0 ? [] : [`the pack of ${amount} has no whole bonus`]),
      ...(isPrice(priceDollars) && priceDollars >= leastDollars
        ? []
        : [`the pack of ${amount} has no price of at least ${leastDollars} $`]),
      ...(/^\w{1,100}$/.test(priceId) ? [] : [`the pack of ${amount} has no price id`]),
    ]),
    ...repeated(amounts).map((amount) => `two packs have ${amount} Kr`),
    // A buyer of the dearer pack would get the cheaper one.
    ...repeated(terms.map(({ priceId }) => priceId)).map(
      (id) => `the price id ${id} is used for two packs`,
    ),
  ]
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

function isWhole(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount <= 1_000_000
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
