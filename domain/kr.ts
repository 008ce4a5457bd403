/** An amount of Kryptonite, the virtual currency. Branded so that it can never be mixed with cents. */
export type Kr = number & { readonly unit: 'Kr' }

/** Makes Kr from a whole number; anything else is a programming error. */
export function kr(amount: number): Kr {
  if (!isKr(amount)) throw new RangeError(`not whole Kr: ${amount}`)
  return amount
}

function isKr(amount: number): amount is Kr {
  return Number.isSafeInteger(amount)
}
