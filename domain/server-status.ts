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
export type GameServerOutcome = 'told' | 'refused' | 'limited' | 'failed'

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

/** The first restart after `now`, from daily times in UTC, `HH:MM`; null without any. */
export function nextRestart(restartsAtUtc: readonly string[], now: Date): Date | null {
  return restartsAround(restartsAtUtc, now)?.next ?? null
}

/** The latest restart until `now` and the first one after it; null without any. */
export function restartsAround(
  restartsAtUtc: readonly string[],
  now: Date,
): { readonly last: Date; readonly next: Date } | null {
  if (restartsAtUtc.length === 0) return null
  const midnight = Math.floor(now.getTime() / millisecondsPerDay) * millisecondsPerDay
  const moments = restartsAtUtc
    .map((time) => minuteOfDay(time))
    .flatMap((minute) => [minute - minutesPerDay, minute, minute + minutesPerDay])
    .map((minute) => midnight + minute * millisecondsPerMinute)
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
