import type { DailyRestarts } from '#domain/server-status.ts'

/**
 * The game server, as the pages describe it before its status is known, and where the status source
 * lacks a value.
 */
export const gameServer: {
  readonly name: string
  /** Host and port that players connect to; null shows the address from the status source. */
  readonly address: string | null
  /**
   * Times of day at which the server restarts, in the time zone of its own schedule, so that they stay
   * right when the clocks change; no times when it has no fixed ones.
   */
  readonly restarts: DailyRestarts
  /** The Steam Workshop collection of the server's mods; null when there is none. */
  readonly modCollectionUrl: string | null
  /**
   * Whether the game reads `priority.txt` only when it restarts, so that players wait for the next of
   * `restarts`. No documentation says so: try it on your server.
   */
  readonly readsPriorityAtRestart: boolean
  /**
   * Stands before coloured names in the chat, with the space after it, such as `'[VIP] '`; `''` for
   * nothing. Whether LB Core colours only this text or the name too: try it on your server.
   */
  readonly nameTagPrefix: string
} = {
  name: 'KRYPTONIQUE | Deer Isle',
  address: null,
  restarts: {
    times: ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'],
    timeZone: 'Europe/Paris',
  },
  modCollectionUrl: null,
  readsPriorityAtRestart: false,
  nameTagPrefix: '',
}

/** The rules in short, as the home page shows them. The full rules are in `content/rules/`. */
export const houseRules = {
  /** Weekdays and times of day in UTC. */
  raidHours: {
    opens: { weekday: 'friday', time: '19:00' },
    closes: { weekday: 'sunday', time: '23:59' },
  },
  largestGroup: 8,
  /** How long nothing may be built after a raid's last C4. */
  minutesWithoutBuilding: 30,
} as const
