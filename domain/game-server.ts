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
