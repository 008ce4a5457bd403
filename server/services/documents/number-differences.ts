import type { Language } from '#contract/language.ts'

/** How each language sets thousands apart, and begins the decimals. */
const signs: Readonly<Record<Language, { readonly thousands: RegExp; readonly decimal: string }>> =
  {
    fr: { thousands: /[\u00A0\u202F](?=\d{3}(?!\d))/gu, decimal: ',' },
    en: { thousands: /,(?=\d{3}(?!\d))/gu, decimal: '.' },
    ru: { thousands: /[\u00A0\u202F](?=\d{3}(?!\d))/gu, decimal: ',' },
    es: { thousands: /\.(?=\d{3}(?!\d))/gu, decimal: ',' },
  }

/** Not the digits in names such as C4. */
const digits = /(?<![\p{L}\d])\d+(?:[.,:\u00A0\u202F]\d+)*/gu
const frenchClock = /(?<!\d)(\d{1,2})\s?h(?:\s?(\d{2}))?(?!\p{L})/gu
const englishClock = /(?<!\d)(\d{1,2})(?::(\d{2}))?\s?([ap])\.?m\b\.?/giu

/**
 * The numbers in a text, each once, written the same in all languages: `2 000`, `2,000` and `2.000`
 * are 2000, `4,99` is 4.99, `7 pm` and `19 h` are 19:00, and a month beside a number is its number.
 */
export function numbersIn(text: string, language: Language): ReadonlySet<string> {
  const { thousands, decimal } = signs[language]
  const plain = withNumberedMonths(text, language)
    .replaceAll(frenchClock, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replaceAll(englishClock, (_, hour: string, minute: string | undefined, half: string) => {
      const shift = half.toLowerCase() === 'p' ? 12 : 0
      return `${(Number(hour) % 12) + shift}:${minute ?? '00'}`
    })
  const numbers = [...plain.matchAll(digits)].flatMap(([found]) => {
    if (found.includes(':')) return [found.replace(/^0(?=\d:)/, '')]
    const whole = found.replaceAll(thousands, '')
    const parts = whole.split(decimal)
    // More than one sign, or one that is no decimal point here: a date, or numbers side by side.
    const isDecimal = parts.length === 2 && parts.every((part) => /^\d+$/.test(part))
    const pieces = isDecimal ? [parts.join('.')] : whole.split(/\D+/)
    return pieces.map((piece) => String(Number(piece)))
  })
  return new Set(numbers)
}

/** The numbers of only one of two texts but local ones, in words; null when they have the same. */
export function differingNumbers(
  translation: ReadonlySet<string>,
  original: ReadonlySet<string>,
  local: readonly string[] = [],
): string | null {
  const here = [...translation].filter((one) => !original.has(one) && !local.includes(one))
  const there = [...original].filter((one) => !translation.has(one) && !local.includes(one))
  if (here.length === 0 && there.length === 0) return null
  return `${here.join(', ') || 'nothing'} here, ${there.join(', ') || 'nothing'} there`
}

/** `21 novembre 2026` → `21 11 2026`; the word alone, as English “may”, stays. */
function withNumberedMonths(text: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' })
  const months = Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(new Date(2026, month, 1))
    return parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? ''
  })
  const names = months.join('|')
  const dated = new RegExp(
    String.raw`(?<=\d(?:er|st|nd|rd|th|º)?\s(?:de\s)?)(?:${names})(?!\p{L})|(?<!\p{L})(?:${names})(?=\s\d)`,
    'giu',
  )
  return text.replaceAll(dated, (name) => String(months.indexOf(name.toLowerCase()) + 1))
}
