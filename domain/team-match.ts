import type { ListingFields, SpokenLanguage, UsualHours } from './team.ts'
import { utcOffsetMinutes } from './time-zone.ts'

/**
 * A daily range of time in one time zone, in minutes since midnight, 0 to 1439; with `toMinute` at
 * or below `fromMinute` it crosses midnight.
 */
export interface DayStretch {
  readonly fromMinute: number
  readonly toMinute: number
}

/** A daily range of time in UTC. */
interface UtcStretch {
  readonly startMinute: number
  readonly lengthMinutes: number
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Whether the hours begin and end at different times, as a listing requires. */
export function haveLength({ from, to }: UsualHours): boolean {
  return from !== to
}

/**
 * Converts usual hours to another time zone, with the offsets that both zones have at `timeMs`
 * (milliseconds since 1970); null where this machine does not support one of the zones.
 */
export function hoursInZone(
  hours: UsualHours,
  timeZone: string,
  timeMs: number,
): DayStretch | null {
  const stretch = utcStretch(hours, timeMs)
  const offset = utcOffsetMinutes(timeZone, timeMs)
  return stretch === null || offset === null ? null : toDayStretch(stretch, offset)
}

/**
 * When two players both play, in a time zone, with the offsets at `timeMs` (milliseconds since
 * 1970): zero to two daily ranges, the earlier first.
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
    .map((stretch) => toDayStretch(stretch, offset))
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

function toDayStretch({ startMinute, lengthMinutes }: UtcStretch, offset: number): DayStretch {
  return {
    fromMinute: withinDay(startMinute + offset),
    toMinute: withinDay(startMinute + lengthMinutes + offset),
  }
}

/** The day is a circle, so two ranges can overlap at both ends. */
function intersect(one: UtcStretch, other: UtcStretch): readonly UtcStretch[] {
  const otherStarts = withinDay(other.startMinute - one.startMinute)
  const otherEnds = otherStarts + other.lengthMinutes
  return [
    [otherStarts, Math.min(otherEnds, one.lengthMinutes)] as const,
    // The other range as it began on the day before.
    [0, Math.min(otherEnds - dayMinutes, one.lengthMinutes)] as const,
  ]
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ startMinute: one.startMinute + from, lengthMinutes: to - from }))
}

function withinDay(minutes: number): number {
  return ((minutes % dayMinutes) + dayMinutes) % dayMinutes
}

/** The preferences of a player that others can share. */
export type TeamPreferences = Pick<ListingFields, 'languages' | 'usualHours'>

export interface CommonGround {
  readonly languages: readonly SpokenLanguage[]
  /** When both play, in the requested time zone. */
  readonly hours: readonly DayStretch[]
}

/** What a player and a listing's maker have in common, in a time zone at a time (ms since 1970). */
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
