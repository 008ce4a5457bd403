import type { ServerStatus } from '#contract/server-status.ts'
import {
  isDaylight,
  nextRestart,
  type GameServerOutcome,
  type GameServerReading,
} from '#domain/server-status.ts'
import { gameServer, siteConfig } from '#site/community.ts'

/** What is known of the game server. */
export interface StatusRecord {
  /** How asking ended last. */
  readonly outcome: GameServerOutcome
  readonly reading: GameServerReading | null
  readonly observed_at: Date | null
}

export const nothingKnown: StatusRecord = { outcome: 'told', reading: null, observed_at: null }

/** Three times the pause between questions. */
const freshMilliseconds = 90_000
/** What the pages say of a server that never told anything. */
export const fallbackMaxPlayers = 10

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
