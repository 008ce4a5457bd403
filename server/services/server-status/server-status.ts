import { sql } from 'kysely'
import type * as contract from '#contract/admin-perks.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { PlayerHistory, ServerStatus } from '#contract/server-status.ts'
import { isDaylight, nextRestart } from '#domain/server-status.ts'
import type { Row } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import type { Site } from '#server/services/site/site.ts'

/** The latest status of the game server, with its age. Unknown without a source. */
export async function readStatus({
  database,
  clock,
  gameServer: source,
  site,
}: Pick<Services, 'database' | 'clock' | 'gameServer' | 'site'>): Promise<ServerStatus> {
  if (source === null) return describeStatus(site.current(), nothingKnown, clock())
  const record = await database.db
    .selectFrom('game_server_status')
    .select(['outcome', 'reading', 'observed_at'])
    .executeTakeFirst()
  return describeStatus(site.current(), record ?? nothingKnown, clock())
}

type StatusRecord = Pick<Row<'game_server_status'>, 'outcome' | 'reading' | 'observed_at'>

const nothingKnown: StatusRecord = { outcome: 'ok', reading: null, observed_at: null }

/** Three times the pause between requests. */
const freshMilliseconds = 90_000
/** Shown until the server has answered once. */
const fallbackMaxPlayers = 10

/** The status as pages show it now. A configured address takes precedence over the source's. */
export function describeStatus(
  { community, server }: Pick<Site, 'community' | 'server'>,
  { outcome, reading, observed_at: observedAt }: StatusRecord,
  now: Date,
): ServerStatus {
  const isOld = now.getTime() - (observedAt?.getTime() ?? 0) > freshMilliseconds
  const stale = observedAt !== null && (outcome !== 'ok' || isOld)
  // Time in the game runs faster than real time, so an old value is useless.
  const hasCurrentTime = !stale && reading?.status === 'online'
  const gameTime = hasCurrentTime ? reading.gameTime : null
  return {
    name: reading?.name || server.name,
    address: server.address ?? reading?.address ?? null,
    map: community.map,
    players: reading?.players ?? 0,
    maxPlayers: reading?.maxPlayers ?? fallbackMaxPlayers,
    status: reading?.status ?? 'unknown',
    observedAt: observedAt?.toISOString() ?? null,
    stale,
    gameTime,
    isDaylight: gameTime === null ? null : isDaylight(gameTime),
    nextRestartAt: nextRestart(server.restarts, now)?.toISOString() ?? null,
  }
}

/** Changes of these are sent to pages at once. Pages advance the times themselves, and refetch. */
const announcedFields = [
  'name',
  'address',
  'players',
  'maxPlayers',
  'status',
  'stale',
  'isDaylight',
] as const satisfies readonly (keyof ServerStatus)[]

/** Whether visitors would see a difference. */
export function looksDifferent(before: ServerStatus, after: ServerStatus): boolean {
  return announcedFields.some((field) => before[field] !== after[field])
}

const stretchSeconds = 600
const historyMilliseconds = 24 * 60 * 60 * 1000

interface Stretch {
  readonly at: Date
  readonly players: number
  readonly maxPlayers: number
}

/** The number of players in the last 24 hours, from our samples. */
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

const outagesKeptDays = 30
/** Some missing readings; what is longer was our own break, of which we know nothing. */
const maxGap = sql`interval '2 minutes'`
const minOutage = sql`interval '10 minutes'`
const hourMilliseconds = 60 * 60 * 1000

/**
 * When the game server was offline by our own readings, newest first: from the first to the last
 * reading that said so. BattleMetrics reports offline servers; the query
 * of the game server itself cannot.
 */
export async function listOutages({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<AnswerOf<typeof contract.listOutages>> {
  const since = new Date(clock().getTime() - outagesKeptDays * 24 * hourMilliseconds)
  const { rows } = await sql<{ from: Date; to: Date }>`
    with readings as (
      select sampled_at, is_offline,
        coalesce(lag(is_offline) over in_order, false)
          and sampled_at - lag(sampled_at) over in_order <= ${maxGap} as goes_on
      from game_server_samples where sampled_at > ${since}
      window in_order as (order by sampled_at)
    ), numbered as (
      select sampled_at, is_offline,
        count(*) filter (where not goes_on) over (order by sampled_at) as outage
      from readings
    )
    select min(sampled_at) as "from", max(sampled_at) as "to"
    from numbered where is_offline
    group by outage having max(sampled_at) - min(sampled_at) >= ${minOutage}
    order by 1 desc`.execute(database.db)
  return rows.map(({ from, to }) => ({
    from: from.toISOString(),
    to: to.toISOString(),
    hours: Math.round((100 * (to.getTime() - from.getTime())) / hourMilliseconds) / 100,
  }))
}
