const minuteMs = 60_000

/** Whether this machine supports a time zone. Zones are renamed, and browsers follow late. */
export function isTimeZone(name: string): boolean {
  return zoneFormatOf(name) !== null
}

/** How far a time zone is ahead of UTC at this time; null where this machine does not support it. */
export function utcOffsetMinutes(timeZone: string, timeMs: number): number | null {
  const zoneFormat = zoneFormatOf(timeZone)
  if (zoneFormat === null) return null
  const parts = zoneFormat.formatToParts(timeMs)
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

/** The time at which a clock in the zone shows this, given as if it were UTC. */
export function timeAtClock(timeZone: string, clockMs: number): number {
  const atOffsetOf = (timeMs: number) =>
    clockMs - (utcOffsetMinutes(timeZone, timeMs) ?? 0) * minuteMs
  // At a change of summer time the offset of that very moment counts.
  return atOffsetOf(atOffsetOf(clockMs))
}

/** A date that says in UTC what a clock in the zone shows. */
export function clockAt(timeZone: string, time: Date): Date {
  return new Date(time.getTime() + (utcOffsetMinutes(timeZone, time.getTime()) ?? 0) * minuteMs)
}

/** A month as `2026-11`. */
export type Month = string

/** The month by the clock of a time zone. */
export function monthAt(timeZone: string, time: Date): Month {
  return clockAt(timeZone, time).toISOString().slice(0, 7)
}

// Every card of a list needs the same few zones, and creating such a format is slow.
const zoneFormats = new Map<string, Intl.DateTimeFormat | null>()

function zoneFormatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = zoneFormats.get(timeZone)
  if (known !== undefined) return known
  const zoneFormat = createZoneFormat(timeZone)
  zoneFormats.set(timeZone, zoneFormat)
  return zoneFormat
}

function createZoneFormat(timeZone: string): Intl.DateTimeFormat | null {
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
