import type { SteamId64 } from '#domain/steam-id64.ts'
import type { Balance } from './balance-store.ts'

/** What has come to a balance since somebody began to watch it. */
export interface Arrivals {
  /** The balance that was seen last; null before there was one. */
  readonly lastKr: number | null
  readonly arrivedKr: number
}

export const noneArrived: Arrivals = { lastKr: null, arrivedKr: 0 }

/** Adds what came with this balance. What was spent meanwhile has arrived all the same. */
export function arrivedAfter(before: Arrivals, balance: Balance, steamId: SteamId64): Arrivals {
  const { kr } = balance
  if (balance.steamId !== steamId || kr === null || kr === before.lastKr) return before
  const rise = before.lastKr === null ? 0 : Math.max(0, kr - before.lastKr)
  return { lastKr: kr, arrivedKr: before.arrivedKr + rise }
}
