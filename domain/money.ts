/**
 * An amount in cents; the currency is stored beside it. Branded so that cents cannot be mixed with
 * Kr or plain numbers.
 */
export type Cents = number & { readonly unit: 'cents' }

/** Makes cents from a whole number; anything else is a programming error. */
export function cents(amount: number): Cents {
  if (!isCents(amount)) throw new RangeError(`not whole cents: ${amount}`)
  return amount
}

function isCents(amount: number): amount is Cents {
  return Number.isSafeInteger(amount)
}

export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0))
}

/** Whether an amount of euros or dollars can be a price: above 0, and of whole cents. */
export function isPrice(amount: number): boolean {
  const inCents = Math.round(amount * 100)
  return inCents > 0 && inCents <= 999_999_99 && Math.abs(inCents - amount * 100) < 1e-6
}

const euroText = /^\s*(\d{1,7}|\d{1,3}(?:\s\d{3}){1,2})(?:[.,](\d{1,2}))?\s*€?\s*$/

/** Parses `25`, `25.00`, `25,00` and `25€` as 2500 cents, `1 500` as 150000; null for any other text. */
export function parseAmount(text: string): Cents | null {
  const match = euroText.exec(text)
  if (!match) return null
  const [, euros = '0', fraction = ''] = match
  return cents(Number(euros.replaceAll(/\s/g, '')) * 100 + Number(fraction.padEnd(2, '0')))
}

/** The decimal string that PayPal and our API use: 2500 cents are `25.00`. */
export function toDecimal(amount: Cents): string {
  const digits = Math.abs(amount).toString().padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
