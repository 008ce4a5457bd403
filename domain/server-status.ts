import { timeAtClock, utcOffsetMinutes } from './time-zone.ts'

/** A game server's own description of its state. */
export interface GameServerReading {
  /** Empty when it has no name that can be shown. */
  readonly name: string
  /** Host and port that players connect to; null when the source does not have it. */
  readonly address: string | null
  readonly players: number
  readonly maxPlayers: number
  readonly status: 'online' | 'offline'
  /** Time of day in the game, `HH:MM`; null when the source does not have it. */
  readonly gameTime: string | null
}

/** How a request for the status ended; `told` is a success. */
export type GameServerOutcome = 'ok' | 'refused' | 'limited' | 'failed'

/** The game gives no date, so no season: only hours that are day all year count as day. */
const dayBeginsAtMinute = 6 * 60
const dayEndsAtMinute = 19 * 60
const millisecondsPerMinute = 60_000
const minutesPerDay = 24 * 60
const millisecondsPerDay = minutesPerDay * millisecondsPerMinute

/** A time of day as `HH:MM`; null for any other text. */
export function parseTimeOfDay(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** Whether it is light without a torch at this time of day, `HH:MM`, in the game. */
export function isDaylight(gameTime: string): boolean {
  const minute = minuteOfDay(gameTime)
  return minute >= dayBeginsAtMinute && minute < dayEndsAtMinute
}

export interface DailyRestarts {
  /** `HH:MM`. */
  readonly times: readonly string[]
  /** The time zone of the times, such as `Europe/Paris`. */
  readonly timeZone: string
}

/** The first restart after `now`; null without any, or where this machine does not support the time zone. */
export function nextRestart(restarts: DailyRestarts, now: Date): Date | null {
  return restartsAround(restarts, now)?.next ?? null
}

/** The latest restart until `now` and the first one after it; null as for `nextRestart`. */
export function restartsAround(
  { times, timeZone }: DailyRestarts,
  now: Date,
): { readonly last: Date; readonly next: Date } | null {
  const offset = utcOffsetMinutes(timeZone, now.getTime())
  if (times.length === 0 || offset === null) return null
  // A time of day as if it were UTC, from which the offset of that time leads to the moment.
  const localMs = now.getTime() + offset * millisecondsPerMinute
  const midnight = Math.floor(localMs / millisecondsPerDay) * millisecondsPerDay
  const moments = times
    .map((time) => minuteOfDay(time))
    .flatMap((minute) => [minute - minutesPerDay, minute, minute + minutesPerDay])
    .map((minute) => timeAtClock(timeZone, midnight + minute * millisecondsPerMinute))
  return {
    last: new Date(Math.max(...moments.filter((moment) => moment <= now.getTime()))),
    next: new Date(Math.min(...moments.filter((moment) => moment > now.getTime()))),
  }
}

/** Converts `HH:MM` to minutes since midnight. */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
