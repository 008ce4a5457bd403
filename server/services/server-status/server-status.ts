import { sql } from 'kysely'
import type { PlayerHistory, ServerStatus } from '#contract/server-status.ts'
import {
  isDaylight,
  nextRestart,
  type GameServerOutcome,
  type GameServerReading,
} from '#domain/server-status.ts'
import type { Services } from '#server/services/context.ts'
import { gameServer, siteConfig } from '#site/community.ts'

/** What the game server last told, and how old that is. Unknown when nobody is asked. */
export async function readStatus({
  database,
  clock,
  gameServer: source,
}: Pick<Services, 'database' | 'clock' | 'gameServer'>): Promise<ServerStatus> {
  if (source === null) return describeStatus(nothingKnown, clock())
  const record = await database.db
    .selectFrom('game_server_status')
    .select(['outcome', 'reading', 'observed_at'])
    .executeTakeFirst()
  return describeStatus(record ?? nothingKnown, clock())
}

/** What is known of the game server. */
export interface StatusRecord {
  /** How asking ended last. */
  readonly outcome: GameServerOutcome
  readonly reading: GameServerReading | null
  readonly observed_at: Date | null
}

const nothingKnown: StatusRecord = { outcome: 'told', reading: null, observed_at: null }

/** Three times the pause between questions. */
const freshMilliseconds = 90_000
/** What the pages say of a server that never told anything. */
const fallbackMaxPlayers = 10

/** How the status is to be shown at this moment. The owner knows the address better than any source. */
export function describeStatus(
  { outcome, reading, observed_at: observedAt }: StatusRecord,
  now: Date,
): ServerStatus {
  const stale = observedAt !== null && (outcome !== 'told' || isOld(observedAt, now))
  // Time in the game runs faster than ours: an old one says nothing.
  const tellsTime = !stale && reading?.status === 'online'
  const gameTime = tellsTime ? reading.gameTime : null
  return {
    name: reading?.name || gameServer.name,
    address: gameServer.address ?? reading?.address ?? null,
    map: siteConfig.map,
    players: reading?.players ?? 0,
    maxPlayers: reading?.maxPlayers ?? fallbackMaxPlayers,
    status: reading?.status ?? 'unknown',
    observedAt: observedAt?.toISOString() ?? null,
    stale,
    gameTime,
    isDaylight: gameTime === null ? null : isDaylight(gameTime),
    nextRestartAt: nextRestart(gameServer.restartsAtUtc, now)?.toISOString() ?? null,
  }
}

/** What open pages are told at once. Times go on by themselves, and pages ask anew anyway. */
const telling = [
  'name',
  'address',
  'players',
  'maxPlayers',
  'status',
  'stale',
  'isDaylight',
] as const satisfies readonly (keyof ServerStatus)[]

/** Whether visitors see something else. */
export function looksDifferent(before: ServerStatus, after: ServerStatus): boolean {
  return telling.some((field) => before[field] !== after[field])
}

function isOld(observedAt: Date, now: Date): boolean {
  return now.getTime() - observedAt.getTime() > freshMilliseconds
}

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
