import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadSession, useSession } from '#web/session.ts'
import { readOwnReading, subscribeToOwnReading, type OwnReading } from './own-reading.ts'
import type { ShownListing } from './shown-listing.ts'
import { useOwnListings } from './use-own-listings.ts'

/** One's own listing for the edit page; null when there is none of this id. */
export function useOwnListing(id: string): 'loading' | ShownListing | null {
  const { listings, isLoaded } = useOwnListings()
  const reading = useSyncExternalStore(subscribeToOwnReading, readOwnReading, notYet)
  const { status } = useSession()
  const [isUnanswered, setIsUnanswered] = useState(false)
  const found = listings.find((listing) => listing.id === id.toLowerCase())
  const isSessionMissed = isLoaded && !found && status === 'unknown'

  useEffect(() => {
    // Its account may have the listing. The page's own question may have failed, and nobody repeats it.
    if (isSessionMissed) loadSession().catch(() => setIsUnanswered(true))
  }, [isSessionMissed])

  if (found) return found
  const isAsking = reading === 'reading' || (status === 'player' && reading === 'idle')
  return !isLoaded || isAsking || (isSessionMissed && !isUnanswered) ? 'loading' : null
}

const notYet = (): OwnReading => 'idle'
