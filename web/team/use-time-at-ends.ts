import { useEffect, useState } from 'react'

/** Longer ones run out at once. */
const longestTimerMs = 2_147_483_647

/** The time in milliseconds since 1970, told anew when one of the listings ends. */
export function useTimeAtEnds(listings: readonly { readonly expiresAt: string | null }[]): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const next = nextEndMs(listings, now)
    if (next === null) return undefined
    const waitMs = Math.min(next - Date.now(), longestTimerMs)
    const timer = setTimeout(() => setNow(Date.now()), waitMs)
    return () => clearTimeout(timer)
  }, [listings, now])

  return now
}

/** When the next of the listings ends after a time; null when none does. */
export function nextEndMs(
  listings: readonly { readonly expiresAt: string | null }[],
  now: number,
): number | null {
  const ends = listings.flatMap(({ expiresAt }) =>
    expiresAt === null ? [] : Date.parse(expiresAt),
  )
  const next = Math.min(...ends.filter((end) => end > now))
  return Number.isFinite(next) ? next : null
}
