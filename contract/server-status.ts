/**
 * Answer of `GET /api/server-status`: what the game server last told. `unknown` as long as it never
 * told anything; the players are then 0 of 10.
 */
export interface ServerStatus {
  readonly name: string
  /** Host and port to connect to; null while nobody knows it. */
  readonly address: string | null
  readonly map: string
  readonly players: number
  readonly maxPlayers: number
  readonly status: 'online' | 'offline' | 'unknown'
  /** When the game server told it, ISO 8601; null when it never did. */
  readonly observedAt: string | null
  /** Whether the newest attempts to ask failed, so that this is an older value. */
  readonly stale: boolean
  /** Time of day in the game, `HH:MM`, where the source tells it. */
  readonly gameTime: string | null
  readonly isDaylight: boolean | null
  /** The next planned restart, ISO 8601. */
  readonly nextRestartAt: string | null
}

/** A stretch of the last 24 hours. Stretches in which nothing was heard are left out. */
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
