import type { TeamListingEvent } from '#contract/events.ts'
import { subscribeToTeamListings } from '#web/realtime.ts'

type NewsListener = (event: TeamListingEvent | null) => void

const listeners = new Set<NewsListener>()

/** Tells the lists of this page what the server answered to it; the same event may come again by itself. */
export function tellTeamNews(event: TeamListingEvent): void {
  listeners.forEach((listener) => listener(event))
}

/** Calls the listener for what becomes of listings here and elsewhere; null when some may have been missed. */
export function subscribeToTeamNews(listener: NewsListener): () => void {
  listeners.add(listener)
  const stop = subscribeToTeamListings(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
