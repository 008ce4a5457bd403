import { getLocale } from './runtime.ts'

/** An ISO 8601 time as `3 mai 2025`, in the visitor's time zone. */
export function formatDate(time: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(new Date(time))
}

/** An ISO 8601 day as `03/05/2025`, the same day in every time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(getLocale(), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))
}

/** An ISO 8601 time as `3 mai 2025 à 21:04`, in the visitor's time zone. */
export function formatDateTime(time: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(time),
  )
}

/** An ISO 8601 day as `3 mai 2025`, the same day in every time zone. */
export function formatLongDay(day: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
