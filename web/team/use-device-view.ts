import { useMemo, useSyncExternalStore } from 'react'
import type { TeamListing } from '#contract/team-listings.ts'
import { copies } from './listing-copies.ts'
import { outbox, type Wish } from './outbox.ts'
import { readOwnership, subscribeToOwnership, type Ownership } from './ownership.ts'
import type { DeviceView } from './show-listings.ts'
import type { StoredListing } from './stored-listing.ts'
import { useTimeAtEnds } from './use-time-at-ends.ts'

const noCopies: readonly StoredListing[] = []
const noWishes: readonly Wish[] = []
const noPages: readonly TeamListing[] = []
const nobody: Ownership = { userId: null, isSettled: false }

/** What this device knows of listings, as of now; null on a prerendered page. Others that are shown end as well. */
export function useDeviceView(others = noPages): DeviceView | null {
  const isKnown = useSyncExternalStore(neverChanges, isBrowser, isNoBrowser)
  const listings = useSyncExternalStore(copies.subscribe, copies.read, () => noCopies)
  const wishes = useSyncExternalStore(outbox.subscribe, outbox.read, () => noWishes)
  const ownership = useSyncExternalStore(subscribeToOwnership, readOwnership, () => nobody)
  const ending = useMemo(() => [...listings, ...others], [listings, others])
  const now = useTimeAtEnds(ending)

  return useMemo(
    () => (isKnown ? { copies: listings, wishes, ownership, now } : null),
    [isKnown, listings, wishes, ownership, now],
  )
}

const neverChanges = (): (() => void) => () => undefined
const isBrowser = (): boolean => true
const isNoBrowser = (): boolean => false
