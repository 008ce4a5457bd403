import { minuteOfDay } from './server-status.ts'

/** As `Date` numbers them in UTC, from 0. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

/** A time of the week, in UTC. */
export interface WeeklyMoment {
  readonly weekday: (typeof weekdays)[number]
  /** `HH:MM`. */
  readonly time: string
}

/** The weekly hours in which bases may be raided with explosives. */
export interface RaidHours {
  readonly opens: WeeklyMoment
  readonly closes: WeeklyMoment
}

/** One occurrence of the raid hours. */
export interface RaidWindow {
  readonly isOpen: boolean
  readonly opensAt: Date
  readonly closesAt: Date
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const weekMs = 7 * dayMs
/** The Sunday before the Unix epoch, which was a Thursday. */
const firstSundayMs = -4 * dayMs

/** The raid window that is open at this time (milliseconds since 1970), otherwise the next one. */
export function raidWindowAt({ opens, closes }: RaidHours, timeMs: number): RaidWindow {
  const firstOpeningMs = firstSundayMs + sinceSundayMs(opens)
  const lengthMs = withinWeekMs(sinceSundayMs(closes) - sinceSundayMs(opens))
  const sinceOpeningMs = withinWeekMs(timeMs - firstOpeningMs)
  const isOpen = sinceOpeningMs < lengthMs
  const openingMs = timeMs - sinceOpeningMs + (isOpen ? 0 : weekMs)
  return { isOpen, opensAt: new Date(openingMs), closesAt: new Date(openingMs + lengthMs) }
}

function sinceSundayMs({ weekday, time }: WeeklyMoment): number {
  return weekdays.indexOf(weekday) * dayMs + minuteOfDay(time) * minuteMs
}

function withinWeekMs(ms: number): number {
  return ((ms % weekMs) + weekMs) % weekMs
}
