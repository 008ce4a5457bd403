import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import type { BegunChange, ChangeJournal } from '#server/providers/perk-adapter.ts'

/** The same Steam ID for the same number. */
export function steamIdOf(number: number): SteamId64 {
  const id = String(76561198000000000n + BigInt(number))
  if (!isSteamId64(id)) throw new Error(`${id} is no Steam ID`)
  return id
}

/** Keeps in memory what the reconciler keeps in the database. */
export function createJournal(unfinished: BegunChange['text'] = null) {
  const begun: BegunChange[] = []
  const journal: ChangeJournal = {
    unfinished,
    begin: (change) => Promise.resolve(void begun.push(change)),
  }
  return { ...journal, begun }
}
