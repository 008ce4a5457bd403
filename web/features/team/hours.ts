import type { DayStretch } from '#domain/team-match.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import type { UsualHours } from '#domain/team.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
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

/** Usual hours as minutes of the day, in their own time zone. */
export function toDayStretch({ from, to }: UsualHours): DayStretch {
  return { fromMinute: from * hourMinutes, toMinute: to * hourMinutes }
}

/** `Europe/Paris` as `heure d’Europe centrale`; the name itself if the browser does not know it. */
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

export interface ReaderClock {
  /** An IANA name. */
  readonly timeZone: string
  /** The current time, rounded down to the hour, in milliseconds since 1970: it decides about summer time. */
  readonly timeMs: number
}

const hourMs = 3_600_000
let clock: ReaderClock | null = null

/** The clock of this device; null on the server. */
export function useReaderClock(): ReaderClock | null {
  // It needs no subscription: each render reads it, which is often enough.
  return useIsHydrated() ? readClock() : null
}

function readClock(): ReaderClock {
  const timeMs = Math.floor(Date.now() / hourMs) * hourMs
  if (clock?.timeMs !== timeMs) clock = { timeZone: ownTimeZone(), timeMs }
  return clock
}

/** A browser without a known time zone reports `Etc/Unknown`, which Intl does not accept. */
function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
