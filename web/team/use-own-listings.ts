import { useMemo } from 'react'
import { showOwn } from './show-listings.ts'
import type { ShownListing } from './shown-listing.ts'
import { useDeviceView } from './use-device-view.ts'
import { useTeamWatch } from './use-team-watch.ts'

export interface OwnListings {
  /** Newest first: live, ended and removed ones, and those that wait to be sent. */
  readonly listings: readonly ShownListing[]
  /** Whether this device's storage is known, which prerendered pages never do. */
  readonly isLoaded: boolean
}

/** The visitor's own listings, of this browser and of his account. */
export function useOwnListings(): OwnListings {
  useTeamWatch()
  const device = useDeviceView()
  return useMemo(
    () => ({ listings: device ? showOwn(device) : [], isLoaded: device !== null }),
    [device],
  )
}
