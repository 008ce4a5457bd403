import type { Trx } from '#server/services/context.ts'
import { minutesBefore } from './timeline.ts'

/** Players at each full hour (UTC) of an evening server's day in Europe. */
const playersByHour = [
  33, 24, 16, 10, 7, 6, 8, 11, 14, 17, 20, 24, 27, 29, 31, 34, 38, 43, 49, 54, 57, 55, 49, 41,
] as const
const slots = 60
/** What the sandbox's game server has when it starts. */
const playersNow = 42
/** By then the curve of the day has become the number of now. */
const minutesToNow = 150

const historyMinutes = 48 * 60
/** Rarer than real readings, and still several for each point of the curve. */
const minutesBetween = 5
/** While the server was down it was read each minute: an outage is only what was read all the time. */
const outage = { fromMinutesAgo: 31 * 60, toMinutesAgo: 31 * 60 - 20 } as const

/** The number of players in the last two days, with the day's curve and one outage. */
export async function writeServerHistory(trx: Trx, start: Date): Promise<void> {
  const samples = []
  let minutesAgo = historyMinutes
  while (minutesAgo > 0) {
    const isOffline = minutesAgo <= outage.fromMinutesAgo && minutesAgo >= outage.toMinutesAgo
    samples.push({
      sampled_at: minutesBefore(start, minutesAgo),
      players: isOffline ? 0 : playersAt(start, minutesAgo),
      max_players: slots,
      is_offline: isOffline,
    })
    minutesAgo -= isOffline ? 1 : minutesBetween
  }
  await trx.insertInto('game_server_samples').values(samples).execute()
}

function playersAt(start: Date, minutesAgo: number): number {
  const at = minutesBefore(start, minutesAgo)
  const hour = at.getUTCHours()
  const [before = 0, after = 0] = [playersByHour[hour], playersByHour[(hour + 1) % 24]]
  // Some come and go, always the same ones at the same time.
  const wobble = 2 * Math.sin(at.getTime() / 1_300_000) + 1.5 * Math.sin(at.getTime() / 410_000)
  const usual = before + ((after - before) * at.getUTCMinutes()) / 60 + wobble
  const nearness = Math.max(0, 1 - minutesAgo / minutesToNow)
  const players = Math.round(usual + (playersNow - usual) * nearness)
  return Math.min(Math.max(players, 0), slots)
}
