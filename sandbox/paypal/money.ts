import { z } from 'zod'

export const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
})
export type Money = z.output<typeof moneySchema>

// https://developer.paypal.com/api/rest/reference/currency-codes/
const twoDecimals =
  'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' ')
const noDecimals = ['HUF', 'JPY', 'TWD']

export type AmountFault =
  | 'INVALID_CURRENCY_CODE'
  | 'DECIMAL_PRECISION'
  | 'CANNOT_BE_ZERO_OR_NEGATIVE'

/** PayPal's objection to a well-formed amount, if any. */
export function findAmountFault({ currency_code, value }: Money): AmountFault | null {
  if (![...twoDecimals, ...noDecimals].includes(currency_code)) return 'INVALID_CURRENCY_CODE'
  const decimals = value.split('.')[1]?.length ?? 0
  if (decimals > decimalsOf(currency_code)) return 'DECIMAL_PRECISION'
  return Number(value) > 0 ? null : 'CANNOT_BE_ZERO_OR_NEGATIVE'
}

function decimalsOf(currency: string): number {
  return noDecimals.includes(currency) ? 0 : 2
}

/** Integer amount in the smallest unit: 5.00 EUR are 500, 5 JPY are 5. */
export function toMinorUnits({ currency_code, value }: Money): number {
  const [whole = '0', fraction = ''] = value.split('.')
  const decimals = decimalsOf(currency_code)
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || 0)
}

export function fromMinorUnits(amount: number, currency: string): Money {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return { currency_code: currency, value: `${amount < 0 ? '-' : ''}${whole}${fraction}` }
}

/** PayPal writes amounts with all decimals of their currency, however they were sent. */
export function normalise(money: Money): Money {
  return fromMinorUnits(toMinorUnits(money), money.currency_code)
}

/** PayPal's fee: 2.9 % and 35 cents, or the currency's equivalent. */
export function feeOf(money: Money): Money {
  const fee = Math.round(toMinorUnits(money) * 0.029) + 35
  return fromMinorUnits(Math.min(fee, toMinorUnits(money)), money.currency_code)
}

export function subtract(money: Money, less: Money): Money {
  return fromMinorUnits(toMinorUnits(money) - toMinorUnits(less), money.currency_code)
}
