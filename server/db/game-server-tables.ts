import type { Generated } from 'kysely'
import type { GameServerOutcome, GameServerReading } from '#domain/server-status.ts'
import type { Json } from './types.ts'

/** One row. */
export interface GameServerStatusTable {
  only_row: Generated<boolean>
  /** The process that moves this time on sends the next request. */
  next_ask_at: Generated<Date>
  /** Fingerprint of the settings of the latest request. */
  source: Generated<string>
  /** How the latest request ended. */
  outcome: Generated<GameServerOutcome>
  /** Why it failed. */
  failure: string | null
  /** The latest successful answer, and when it came. */
  reading: Json<GameServerReading> | null
  observed_at: Date | null
}

/** The number of players at each successful answer. */
export interface GameServerSamplesTable {
  sampled_at: Date
  players: number
  max_players: number
  is_offline: Generated<boolean>
}
