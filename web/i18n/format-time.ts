import { formatLocale } from './runtime.ts'

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** `183000` ms as `il y a 3 min`, in the largest unit that fits; a minute at least. */
export function formatAge(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const format = new Intl.RelativeTimeFormat(formatLocale(), { style: 'short' })
  if (minutes < hourMinutes) return format.format(-minutes, 'minute')
  if (minutes < dayMinutes) return format.format(-Math.floor(minutes / hourMinutes), 'hour')
  return format.format(-Math.floor(minutes / dayMinutes), 'day')
}

/** A time as `21:04`, in the visitor's time zone. */
export function formatClock(time: string | number): string {
  return new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short' }).format(new Date(time))
}
