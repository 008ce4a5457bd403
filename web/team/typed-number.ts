interface NumberLimits {
  readonly min: number
  readonly max: number
  /** What stands for a text that is no number. */
  readonly otherwise: number
}

/**
 * The whole number that a typed text stands for, brought within its limits. Signs that set
 * thousands apart are taken as such, and what follows a number is left out: `1 200 h` is 1200.
 */
export function settleNumber(text: string, { min, max, otherwise }: NumberLimits): number {
  const spaceless = text
    .normalize('NFKC')
    .replaceAll(/[\s’']/g, '')
    .replace('−', '-')
  const typed = /^[+-]?\d+(?:[.,]\d{3}(?!\d))*/.exec(spaceless)?.[0]
  if (typed === undefined) return otherwise
  const value = Number(typed.replaceAll(/[.,]/g, ''))
  return Math.min(max, Math.max(min, value))
}
