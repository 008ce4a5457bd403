import { sql } from 'kysely'
import type { PlayerHistory } from '#contract/server-status.ts'
import type { Services } from '#server/services/context.ts'
import { fallbackMaxPlayers } from './describe-status.ts'

const stretchSeconds = 600
const historyMilliseconds = 24 * 60 * 60 * 1000

interface Stretch {
  readonly at: Date
  readonly players: number
  readonly maxPlayers: number
}

/** How many played in the last 24 hours, by our own samples. */
export async function readHistory({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<PlayerHistory> {
  const since = new Date(clock().getTime() - historyMilliseconds)
  const { rows } = await sql<Stretch>`
    select to_timestamp(floor(extract(epoch from sampled_at) / ${stretchSeconds}::int) * ${stretchSeconds}::int) as at,
      max(players) as players, max(max_players) as "maxPlayers"
    from game_server_samples where sampled_at > ${since}
    group by at order by at`.execute(database.db)
  return {
    stretchSeconds,
    maxPlayers:
      rows.length === 0 ? fallbackMaxPlayers : Math.max(...rows.map((row) => row.maxPlayers)),
    samples: rows.map(({ at, players }) => ({ at: at.toISOString(), players })),
  }
}
