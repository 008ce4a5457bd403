import type { SteamId64 } from '#domain/steam-id.ts'
import type { SteamProfile } from '#server/providers/steam/steam.ts'
import type { Services } from '#server/services/context.ts'

const keptMilliseconds = 10 * 60_000
/** Of an account without a profile, or when Steam does not answer: it may work in a moment. */
const missKeptMilliseconds = 60_000
const mostKept = 2000

/**
 * Reads profiles at Steam, each at most once in some minutes, however many visitors type its ID.
 * Null when Steam has none, or does not answer.
 */
export function createProfileReader({
  steam,
  clock,
}: Pick<Services, 'steam' | 'clock'>): (steamId: SteamId64) => Promise<SteamProfile | null> {
  const kept = new Map<
    SteamId64,
    { until: number; readonly profile: Promise<SteamProfile | null> }
  >()
  return (steamId) => {
    const now = clock().getTime()
    const known = kept.get(steamId)
    if (known && now < known.until) return known.profile
    const profile = steam.fetchProfile(steamId)
    const entry = { until: now + missKeptMilliseconds, profile }
    kept.delete(steamId)
    kept.set(steamId, entry)
    // A map keeps the order of insertion, so the first one is the oldest.
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return profile.then((found) => {
      if (found) entry.until = now + keptMilliseconds
      return found
    })
  }
}
