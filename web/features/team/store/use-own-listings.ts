import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { TeamListing } from '#contract/team.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { copies } from './listing-copies.ts'
import { outbox, type PendingChange } from './outbox.ts'
import { readOwnership, subscribeToOwnership, type Ownership } from './ownership.ts'
import { showOwn, type DeviceView, type ShownListing } from './shown-listings.ts'
import type { StoredListing } from './stored-listing.ts'
import { useTeamSync } from './team-sync.ts'

export interface OwnListings {
  /** Newest first: live, ended and removed ones, and those that wait to be sent. */
  readonly listings: readonly ShownListing[]
  /** Whether this device's storage has been read, which is never during prerendering. */
  readonly isLoaded: boolean
}

/** The visitor's own listings, of this browser and of their account. */
export function useOwnListings(): OwnListings {
  useTeamSync()
  const device = useDeviceView()
  return useMemo(
    () => ({ listings: device ? showOwn(device) : [], isLoaded: device !== null }),
    [device],
  )
}

const noCopies: readonly StoredListing[] = []
const noChanges: readonly PendingChange[] = []
const noPages: readonly TeamListing[] = []
const unknownOwner: Ownership = { userId: null, isConfirmed: false }

/**
 * This device's data about listings, as of now; null on a prerendered page. `others` are further
 * listings whose expiry causes an update.
 */
export function useDeviceView(others = noPages): DeviceView | null {
  const isHydrated = useIsHydrated()
  const listings = useSyncExternalStore(copies.subscribe, copies.read, () => noCopies)
  const changes = useSyncExternalStore(outbox.subscribe, outbox.read, () => noChanges)
  const ownership = useSyncExternalStore(subscribeToOwnership, readOwnership, () => unknownOwner)
  const ending = useMemo(() => [...listings, ...others], [listings, others])
  const now = useTimeAtEnds(ending)

  return useMemo(
    () => (isHydrated ? { copies: listings, changes, ownership, now } : null),
    [isHydrated, listings, changes, ownership, now],
  )
}

/** Browsers fire longer timers at once. */
const maxTimerMs = 2_147_483_647

/** The time in milliseconds since 1970, updated whenever one of the listings expires. */
function useTimeAtEnds(listings: readonly { readonly expiresAt: string | null }[]): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const next = nextEndMs(listings, now)
    if (next === null) return undefined
    const waitMs = Math.min(next - Date.now(), maxTimerMs)
    const timer = setTimeout(() => setNow(Date.now()), waitMs)
    return () => clearTimeout(timer)
  }, [listings, now])

  return now
}

/** The next expiry after a time; null if there is none. */
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
