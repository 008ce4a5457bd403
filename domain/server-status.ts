/** What a game server told of itself. */
export interface GameServerReading {
  /** Empty when it has none that can be shown. */
  readonly name: string
  /** Host and port that players connect to; null when the source cannot know it. */
  readonly address: string | null
  readonly players: number
  readonly maxPlayers: number
  readonly status: 'online' | 'offline'
  /** Time of day in the game, `HH:MM`; null when the source does not tell it. */
  readonly gameTime: string | null
}

/** How asking for it ended. */
export type GameServerOutcome = 'told' | 'refused' | 'limited' | 'failed'

/** Without a date the game tells no season: what is day all the year round counts as day. */
const dayBeginsAtMinute = 6 * 60
const dayEndsAtMinute = 19 * 60
const millisecondsPerMinute = 60_000
const minutesPerDay = 24 * 60
const millisecondsPerDay = minutesPerDay * millisecondsPerMinute

/** A time of day as `HH:MM`; null for what is none. */
export function parseTimeOfDay(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** Whether one sees without a torch at this time of day, `HH:MM`, in the game. */
export function isDaylight(gameTime: string): boolean {
  const minute = minuteOfDay(gameTime)
  return minute >= dayBeginsAtMinute && minute < dayEndsAtMinute
}

/** The first restart after `now`, of times of day in UTC, `HH:MM`; null when there are none. */
export function nextRestart(restartsAtUtc: readonly string[], now: Date): Date | null {
  const midnight = Math.floor(now.getTime() / millisecondsPerDay) * millisecondsPerDay
  const moments = restartsAtUtc
    .map((time) => minuteOfDay(time))
    .flatMap((minute) => [minute, minute + minutesPerDay])
    .map((minute) => midnight + minute * millisecondsPerMinute)
    .filter((moment) => moment > now.getTime())
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}

/** `HH:MM` as minutes since midnight. */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
