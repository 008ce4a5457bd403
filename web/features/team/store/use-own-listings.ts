import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { TeamListing } from '#contract/team.ts'
import { copies } from './listing-copies.ts'
import { outbox, type PendingChange } from './outbox.ts'
import { readOwnership, subscribeToOwnership, type Ownership } from './ownership.ts'
import { showOwn, type DeviceView, type ShownListing } from './shown-listings.ts'
import type { StoredListing } from './stored-listing.ts'
import { useTeamSync } from './team-sync.ts'

export interface OwnListings {
  /** Newest first: live, ended and removed ones, and those that wait to be sent. */
  readonly listings: readonly ShownListing[]
  /** Whether this device's storage is known, which prerendered pages never do. */
  readonly isLoaded: boolean
}

/** The visitor's own listings, of this browser and of his account. */
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
const nobody: Ownership = { userId: null, isConfirmed: false }

/** What this device knows of listings, as of now; null on a prerendered page. Others that are shown end as well. */
export function useDeviceView(others = noPages): DeviceView | null {
  const isKnown = useSyncExternalStore(neverChanges, isBrowser, isNoBrowser)
  const listings = useSyncExternalStore(copies.subscribe, copies.read, () => noCopies)
  const changes = useSyncExternalStore(outbox.subscribe, outbox.read, () => noChanges)
  const ownership = useSyncExternalStore(subscribeToOwnership, readOwnership, () => nobody)
  const ending = useMemo(() => [...listings, ...others], [listings, others])
  const now = useTimeAtEnds(ending)

  return useMemo(
    () => (isKnown ? { copies: listings, changes, ownership, now } : null),
    [isKnown, listings, changes, ownership, now],
  )
}

const neverChanges = (): (() => void) => () => undefined
const isBrowser = (): boolean => true
const isNoBrowser = (): boolean => false

/** Longer ones run out at once. */
const longestTimerMs = 2_147_483_647

/** The time in milliseconds since 1970, told anew when one of the listings ends. */
function useTimeAtEnds(listings: readonly { readonly expiresAt: string | null }[]): number {
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
