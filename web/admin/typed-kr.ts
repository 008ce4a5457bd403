import { getLocale } from '#web/i18n/runtime.ts'

/** More at once is a slip of the finger; the server takes no more either. */
const mostKr = 1_000_000

/**
 * Reads what somebody typed as Kr: a whole number above zero, thousands set apart by spaces or as
 * the page's language writes them. Null for anything else.
 */
export function readTypedKr(text: string, language: string = getLocale()): number | null {
  const spaceless = text.replaceAll(/\s/g, '')
  const [first = '', ...groups] = spaceless.split(thousandsMark(language))
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  const digits = isGrouped ? [first, ...groups].join('') : spaceless
  if (!/^\d{1,9}$/.test(digits)) return null
  const amount = Number(digits)
  return amount > 0 && amount <= mostKr ? amount : null
}

function thousandsMark(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(mostKr)
  return parts.find(({ type }) => type === 'group')?.value ?? ' '
}
