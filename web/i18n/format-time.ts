import { formatLocale } from './runtime.ts'

/** An ISO 8601 time as `3 mai 2025`, in the visitor's time zone. */
export function formatDate(time: string): string {
  return inWords(time, {})
}

/** An ISO 8601 day as `03/05/2025`, the same day in every time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(formatLocale(), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))
}

/** An ISO 8601 time as `3 mai 2025 à 21:04`, by default in the visitor's time zone. */
export function formatDateTime(time: string, timeZone?: string): string {
  return inWords(time, { timeStyle: 'short', timeZone })
}

/** An ISO 8601 day as `3 mai 2025`, the same day in every time zone. */
export function formatLongDay(day: string): string {
  return inWords(day, { timeZone: 'UTC' })
}

/** `2025-05` as `mai 2025`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(formatLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}

/** A time with the name of its month, by default as `3 mai 2025`. */
export function inWords(time: string, options: Intl.DateTimeFormatOptions): string {
  const locale = formatLocale()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...options })
  const text = format.format(new Date(time))
  // French writes “1er mai”, which Intl does not.
  return locale === 'fr' ? text.replace(/^1 /, '1er ') : text
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** `183000` ms as `il y a 3 min`, in the largest unit that fits; at least a minute. */
export function formatAge(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const format = new Intl.RelativeTimeFormat(formatLocale(), { style: 'short' })
  if (minutes < hourMinutes) return format.format(-minutes, 'minute')
  if (minutes < dayMinutes) return format.format(-Math.floor(minutes / hourMinutes), 'hour')
  return format.format(-Math.floor(minutes / dayMinutes), 'day')
}

/** A time as `21:04`, by default in the visitor's time zone. */
export function formatClock(time: string | number, timeZone?: string): string {
  const format = { timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(formatLocale(), format).format(new Date(time))
}
