import type { UsualHours } from '#domain/team-listings.ts'
import type { DayStretch } from '#domain/usual-hours.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'

const hourMinutes = 60

/** Minutes since midnight as `20:00` or `20:30`. */
export function clockText(minuteOfDay: number): string {
  const hour = String(Math.floor(minuteOfDay / hourMinutes)).padStart(2, '0')
  const minutes = minuteOfDay % hourMinutes
  return minutes === 0
    ? m.team_match_clock_hour({ hour })
    : m.team_match_clock_minutes({ hour, minutes: String(minutes).padStart(2, '0') })
}

/** `20:00 – 23:00`. */
export function rangeText({ fromMinute, toMinute }: DayStretch): string {
  return m.team_match_range({ from: clockText(fromMinute), to: clockText(toMinute) })
}

/** `de 20:00 à 23:00`. */
export function fromToText({ fromMinute, toMinute }: DayStretch): string {
  return m.team_match_from_to({ from: clockText(fromMinute), to: clockText(toMinute) })
}

/** Usual hours by the clock of their own place. */
export function asStretch({ from, to }: UsualHours): DayStretch {
  return { fromMinute: from * hourMinutes, toMinute: to * hourMinutes }
}

/** `Europe/Paris` as `heure d’Europe centrale`; the name itself where the browser does not know it. */
export function timeZoneName(timeZone: string, timeMs: number): string {
  try {
    return (
      new Intl.DateTimeFormat(formatLocale(), { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(timeMs)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
    )
  } catch {
    return timeZone
  }
}
