import { LRUCache } from 'lru-cache'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { SteamProfile } from '#server/providers/steam/steam.ts'
import type { Services } from '#server/services/context.ts'

const keptMilliseconds = 10 * 60_000
/** Of an account without a profile, or when Steam does not answer: it may work in a moment. */
const missKeptMilliseconds = 60_000
const maxKept = 2000

/**
 * Reads profiles at Steam, each at most once in some minutes, however many visitors type its ID.
 * Null when Steam has none, or does not answer.
 */
export function createProfileReader({ steam, clock }: Pick<Services, 'steam' | 'clock'>) {
  const kept = new LRUCache<SteamId64, Promise<SteamProfile | null>>({
    max: maxKept,
    ttl: missKeptMilliseconds,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  return async (steamId: SteamId64): Promise<SteamProfile | null> => {
    const known = kept.get(steamId)
    if (known) return known
    const reading = steam.fetchProfile(steamId)
    kept.set(steamId, reading)
    const profile = await reading
    if (profile) kept.set(steamId, reading, { ttl: keptMilliseconds })
    return profile
  }
}
