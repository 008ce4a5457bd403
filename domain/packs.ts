import { kr, type Kr } from './kryptonite.ts'
import { cents, isPrice, type Cents } from './money.ts'

/** The part of a pack that the owner decides, in `site/packs.ts`. The price is in US dollars. */
export interface PackTerms {
  readonly amount: number
  readonly bonus: number
  readonly priceDollars: number
}

/** A pack of Kr for sale: it credits `amount` and `bonus`. */
export interface Pack {
  readonly amount: Kr
  readonly bonus: Kr
  readonly priceCents: Cents
  /** The id of its price at Stripe. */
  readonly priceId: string
}

/** Stripe's price id by the amount of the pack. */
export type PriceIds = Readonly<Record<number, string>>

/** The packs in the owner's order. Throws one error that names all faults. */
export function createPacks(terms: readonly PackTerms[], priceIds: PriceIds): readonly Pack[] {
  const faults = validatePacks(terms, priceIds)
  if (faults.length > 0) throw new Error(`the Kr packs: ${faults.join('; ')}`)
  return terms.map(({ amount, bonus, priceDollars }) => ({
    amount: kr(amount),
    bonus: kr(bonus),
    priceCents: cents(Math.round(priceDollars * 100)),
    priceId: priceIds[amount] ?? '',
  }))
}

/** All faults of the packs, a sentence each; empty when they are valid. */
export function validatePacks(terms: readonly PackTerms[], priceIds: PriceIds): string[] {
  const amounts = terms.map(({ amount }) => amount)
  const ids = Object.values(priceIds)
  return [
    ...terms.flatMap(({ amount, bonus, priceDollars }) => [
      ...(isWhole(amount) && amount > 0
        ? []
        : [`the pack of ${amount} has no whole amount above 0`]),
      ...(isWhole(bonus) && bonus >= 0 ? [] : [`the pack of ${amount} has no whole bonus`]),
      ...(isPrice(priceDollars) ? [] : [`the pack of ${amount} has no price above 0`]),
      ...(isPriceId(priceIds[amount]) ? [] : [`the pack of ${amount} has no price id`]),
    ]),
    ...repeated(amounts).map((amount) => `two packs have ${amount} Kr`),
    // The dearer pack would be sold at the price of the cheaper one.
    ...repeated(ids).map((id) => `the price id ${id} is used for two packs`),
    ...Object.keys(priceIds)
      .filter((amount) => !amounts.includes(Number(amount)))
      .map((amount) => `there is a price id for ${amount} Kr, which no pack has`),
  ]
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

function isWhole(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount <= 1_000_000
}

function isPriceId(id: string | undefined): boolean {
  return id !== undefined && /^price_\w{1,100}$/.test(id)
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
