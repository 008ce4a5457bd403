/**
 * Answer of `GET /api/server-status`: the game server's latest known state. `unknown` until the
 * server has answered once; the players are then 0 of 10.
 */
export interface ServerStatus {
  readonly name: string
  /** Host and port to connect to; null while unknown. */
  readonly address: string | null
  readonly map: string
  readonly players: number
  readonly maxPlayers: number
  readonly status: 'online' | 'offline' | 'unknown'
  /** When the game server last answered, ISO 8601; null if it never did. */
  readonly observedAt: string | null
  /** Whether the latest requests failed, so that this is an older state. */
  readonly stale: boolean
  /** Time of day in the game, `HH:MM`, where the source provides it. */
  readonly gameTime: string | null
  readonly isDaylight: boolean | null
  /** The next planned restart, ISO 8601. */
  readonly nextRestartAt: string | null
}

/** A part of the last 24 hours. Parts without an answer of the game server are omitted. */
export interface PlayerSample {
  /** Its beginning, ISO 8601. */
  readonly at: string
  /** The most players seen in it. */
  readonly players: number
}

/** Answer of `GET /api/server-status/history`, oldest first. */
export interface PlayerHistory {
  readonly stretchSeconds: number
  readonly maxPlayers: number
  readonly samples: readonly PlayerSample[]
}
