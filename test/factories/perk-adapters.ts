import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import type { BegunChange, ChangeJournal, Overwriting } from '#server/providers/perk-adapter.ts'

/** The same Steam ID for the same number. */
export function steamIdOf(number: number): SteamId64 {
  const id = String(76561198000000000n + BigInt(number))
  if (!isSteamId64(id)) throw new Error(`${id} is no Steam ID`)
  return id
}

/** Keeps in memory what the reconciler keeps in the database. */
export function createJournal(unfinished: Overwriting | null = null) {
  const begun: BegunChange[] = []
  let overwriting = unfinished
  const journal: ChangeJournal = {
    unfinished,
    begin: (change) => Promise.resolve(void begun.push(change)),
    overwrite: (texts) => Promise.resolve(void (overwriting = texts)),
  }
  /** What the next run finds as `unfinished`, unless this one succeeds. */
  return { ...journal, begun, left: () => overwriting }
}

/** A journal that cannot record what is about to be changed. */
export const failingJournal: ChangeJournal = {
  ...createJournal(),
  begin: () => Promise.reject(new Error('no database')),
}

/** A journal of a run that is stopped as soon as it has recorded its change. */
export function stoppingJournal() {
  const stopping = new AbortController()
  const begin = () => Promise.resolve(stopping.abort())
  const journal: ChangeJournal = { ...createJournal(), begin }
  return { journal, stopped: stopping.signal }
}
