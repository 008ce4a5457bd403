import type { GameServerReading } from '#domain/server-status.ts'

export type Reading =
  | { readonly outcome: 'ok'; readonly server: GameServerReading }
  /** Our settings are wrong; repeating changes nothing. `detail` names the setting. */
  | {
      readonly outcome: 'refused'
      readonly fault: 'key_refused' | 'server_unknown'
      readonly detail: string
    }
  | { readonly outcome: 'limited'; readonly detail: string; readonly retryAfterSeconds: number }
  /** With `isNoGame` when what answers is something else. */
  | { readonly outcome: 'failed'; readonly detail: string; readonly isNoGame?: true }

/** A source of the game server's status. Faults of network or source are values, never exceptions. */
export interface GameServer {
  /** Identifies the settings: another source, server or token has another fingerprint. */
  readonly fingerprint: string
  /** Reads once, within seconds; fails at once when `stopped` is aborted. */
  read(stopped: AbortSignal): Promise<Reading>
}

const maxNameLength = 100

/**
 * A name without what must not be shown: control characters, which databases refuse, and direction
 * marks, which disguise.
 */
export function shownName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return Array.from(cleaned).slice(0, maxNameLength).join('').trim()
}
