import type { ListingFields, SpokenLanguage, UsualHours } from './team.ts'

/**
 * A stretch of every day by one clock, in minutes since midnight, 0 to 1439; `toMinute` at or below
 * `fromMinute` is past midnight.
 */
export interface DayStretch {
  readonly fromMinute: number
  readonly toMinute: number
}

/** A stretch of every day in UTC. */
interface UtcStretch {
  readonly startMinute: number
  readonly lengthMinutes: number
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
const minuteMs = 60_000

/** Whether the hours begin and end at different times, as a listing needs. */
export function haveLength({ from, to }: UsualHours): boolean {
  return from !== to
}

/** Whether this machine knows a time zone. Zones are renamed, and browsers learn of it late. */
export function isTimeZone(name: string): boolean {
  return clockOf(name) !== null
}

/**
 * Usual hours by the clock of another place, as its clocks and the maker's stand at a time (in
 * milliseconds since 1970); null where this machine does not know one of the time zones.
 */
export function hoursInZone(
  hours: UsualHours,
  timeZone: string,
  timeMs: number,
): DayStretch | null {
  const stretch = utcStretch(hours, timeMs)
  const offset = utcOffsetMinutes(timeZone, timeMs)
  return stretch === null || offset === null ? null : byClock(stretch, offset)
}

/**
 * When two players both play, by the clock of a place at a time (in milliseconds since 1970): none,
 * one or two stretches of the day, the earlier first.
 */
export function sharedHours(
  one: UsualHours,
  other: UsualHours,
  timeZone: string,
  timeMs: number,
): readonly DayStretch[] {
  const first = utcStretch(one, timeMs)
  const second = utcStretch(other, timeMs)
  const offset = utcOffsetMinutes(timeZone, timeMs)
  if (first === null || second === null || offset === null) return []
  return intersect(first, second)
    .map((stretch) => byClock(stretch, offset))
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
}

function utcStretch(hours: UsualHours, timeMs: number): UtcStretch | null {
  const offset = utcOffsetMinutes(hours.timeZone, timeMs)
  if (offset === null) return null
  return {
    startMinute: withinDay(hours.from * hourMinutes - offset),
    lengthMinutes: withinDay((hours.to - hours.from) * hourMinutes),
  }
}

function byClock({ startMinute, lengthMinutes }: UtcStretch, offsetMinutes: number): DayStretch {
  return {
    fromMinute: withinDay(startMinute + offsetMinutes),
    toMinute: withinDay(startMinute + lengthMinutes + offsetMinutes),
  }
}

/** The day is a circle, so that two arcs of it can meet at both ends. */
function intersect(one: UtcStretch, other: UtcStretch): readonly UtcStretch[] {
  const otherStarts = withinDay(other.startMinute - one.startMinute)
  const otherEnds = otherStarts + other.lengthMinutes
  return [
    [otherStarts, Math.min(otherEnds, one.lengthMinutes)] as const,
    // What began on the day before.
    [0, Math.min(otherEnds - dayMinutes, one.lengthMinutes)] as const,
  ]
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ startMinute: one.startMinute + from, lengthMinutes: to - from }))
}

function utcOffsetMinutes(timeZone: string, timeMs: number): number | null {
  const clock = clockOf(timeZone)
  if (clock === null) return null
  const parts = clock.formatToParts(timeMs)
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value)
  const clockMs = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
  )
  return clockMs / minuteMs - Math.floor(timeMs / minuteMs)
}

// A list asks for the same few zones on every card, and making such a format is slow.
const clocks = new Map<string, Intl.DateTimeFormat | null>()

function clockOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function makeClock(timeZone: string): Intl.DateTimeFormat | null {
  const format = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
  try {
    return new Intl.DateTimeFormat('en', {
      ...format,
      minute: 'numeric',
      hourCycle: 'h23',
      timeZone,
    })
  } catch {
    return null
  }
}

function withinDay(minutes: number): number {
  return ((minutes % dayMinutes) + dayMinutes) % dayMinutes
}

/** What of a player can be shared with others. */
export type TeamPreferences = Pick<ListingFields, 'languages' | 'usualHours'>

/** What two players share. */
export interface CommonGround {
  readonly languages: readonly SpokenLanguage[]
  /** When both play, by the clock of the place that was asked for. */
  readonly hours: readonly DayStretch[]
}

/** What a player and the maker of a listing share, by the clock of a place at a time (ms since 1970). */
export function commonGround(
  preferences: TeamPreferences,
  listing: TeamPreferences,
  timeZone: string,
  timeMs: number,
): CommonGround {
  return {
    languages: listing.languages.filter((language) => preferences.languages.includes(language)),
    hours:
      preferences.usualHours === null || listing.usualHours === null
        ? []
        : sharedHours(preferences.usualHours, listing.usualHours, timeZone, timeMs),
  }
}
