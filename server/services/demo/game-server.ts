import type { Trx } from '#server/services/context.ts'

const minuteMilliseconds = 60_000
const historyHours = 48
/** Rarer than real readings, and still several for each point of the curve. */
const minutesBetween = 5
const slots = 60
/** What the sandbox's game server has when it starts. */
const playersNow = 42
/** By then the curve of the day has become the number of now. */
const minutesToNow = 150

/** Players at each full hour of an evening server's day in Paris. */
const playersByHour = [
  41, 33, 24, 16, 10, 7, 6, 8, 11, 14, 17, 20, 24, 27, 29, 31, 34, 38, 43, 49, 54, 57, 55, 49,
] as const

/** When the server was down for twenty minutes. */
const outage = { fromMinutesAgo: 31 * 60, toMinutesAgo: 31 * 60 - 20 } as const

/** The number of players in the last two days, with the day's curve and one outage. */
export async function writeServerHistory(trx: Trx, start: Date): Promise<void> {
  const samples: { minutesAgo: number; isOffline: boolean }[] = []
  for (let minutesAgo = historyHours * 60; minutesAgo > 0; minutesAgo -= minutesBetween) {
    const isOffline = isDuringOutage(minutesAgo)
    if (!isOffline) samples.push({ minutesAgo, isOffline })
  }
  // Close together, as an outage is only what was read all the time.
  for (let minutesAgo = outage.fromMinutesAgo; minutesAgo >= outage.toMinutesAgo; minutesAgo -= 1) {
    samples.push({ minutesAgo, isOffline: true })
  }
  await trx
    .insertInto('game_server_samples')
    .values(
      samples.map(({ minutesAgo, isOffline }) => ({
        sampled_at: new Date(start.getTime() - minutesAgo * minuteMilliseconds),
        players: isOffline ? 0 : playersAt(start, minutesAgo),
        max_players: slots,
        is_offline: isOffline,
      })),
    )
    .execute()
}

function isDuringOutage(minutesAgo: number): boolean {
  return minutesAgo <= outage.fromMinutesAgo && minutesAgo >= outage.toMinutesAgo
}

function playersAt(start: Date, minutesAgo: number): number {
  const at = new Date(start.getTime() - minutesAgo * minuteMilliseconds)
  const minuteOfDay = minuteInParis(at)
  const hour = Math.floor(minuteOfDay / 60)
  const part = (minuteOfDay % 60) / 60
  const [before = 0, after = 0] = [playersByHour[hour % 24], playersByHour[(hour + 1) % 24]]
  // Some come and go, always the same ones at the same time.
  const wobble = 2 * Math.sin(at.getTime() / 1_300_000) + 1.5 * Math.sin(at.getTime() / 410_000)
  const usual = before + (after - before) * part + wobble
  const nearness = Math.max(0, 1 - minutesAgo / minutesToNow)
  const players = Math.round(usual + (playersNow - usual) * nearness)
  return Math.min(Math.max(players, 0), slots)
}

const clockInParis = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

function minuteInParis(at: Date): number {
  const [hours = 0, minutes = 0] = clockInParis.format(at).split(':').map(Number)
  return hours * 60 + minutes
}
