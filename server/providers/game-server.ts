import type { GameServerReading } from '#domain/server-status.ts'

export type Reading =
  | { readonly outcome: 'told'; readonly server: GameServerReading }
  /** Our settings are wrong; asking again changes nothing. `detail` names the setting. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'limited'; readonly detail: string; readonly retryAfterSeconds: number }
  | { readonly outcome: 'failed'; readonly detail: string }

/** Who tells how the game server is. Faults of network or source are values, never exceptions. */
export interface GameServer {
  /** Stands for its settings: another source, server or token has another one. */
  readonly fingerprint: string
  /** Asks once, within seconds; fails at once when `stopped` is aborted. */
  read(stopped: AbortSignal): Promise<Reading>
}

const longestName = 100

/** What can be shown of a name: control characters no database takes, direction marks disguise. */
export function shownName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return Array.from(cleaned).slice(0, longestName).join('').trim()
}
