import { cents, type Cents } from '#domain/money.ts'

/** Their amounts are in whole units. https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimalCurrencies: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)

/** An amount of Stripe's, in hundredths whatever its currency. */
export function toCents(amount: number, currency: string): Cents {
  return cents(amount * (zeroDecimalCurrencies.has(currency.toUpperCase()) ? 100 : 1))
}
