import type { OwnTeamListing, TeamListing, TeamListingEvent } from '#contract/team.ts'
import { hasUnsentText, outbox } from './outbox.ts'
import { isOwn } from './ownership.ts'
import { storedList } from './stored-list.ts'
import {
  byNewest,
  fieldsOf,
  storedListing,
  storedOf,
  type StoredListing,
} from './stored-listing.ts'

/** The most copies of other players' listings. */
const maxCopies = 100
/** The most own listings that the server returns. */
const maxOwnListed = 100

/** The copies of listings on this device: the visitor's own, and the newest of others. */
export const copies = storedList('teamListings', storedListing)

/** Updates the copies from a loaded list; `hasMore` if the server has older ones. */
export function refreshCopies(loaded: readonly TeamListing[], hasMore: boolean): void {
  const last = loaded.at(-1)
  merge(
    loaded,
    false,
    (copy) =>
      isOwn(copy) ||
      (copy.revision !== null && hasMore && last !== undefined && byNewest(last, copy) < 0),
  )
}

/**
 * Applies an event of the server. Returns true if an own listing is gone and the own listings must
 * be fetched to learn why.
 */
export function applyServerEvent(event: TeamListingEvent): boolean {
  if (event.change === 'gone') {
    const copy = copies.find(event.id)
    if (copy === undefined) return false
    if (isOwn(copy)) return outbox.find(event.id) === undefined
    copies.remove(event.id)
    return false
  }
  const { listing } = event
  const copy = copies.find(listing.id)
  if (copy !== undefined) copies.put(withServerState(copy, listing))
  else if (event.change === 'made') {
    copies.update((before) => trim([storedOf(listing, false), ...before]))
  }
  return false
}

export function mergeOwnListings(listings: readonly OwnTeamListing[]): void {
  const ids = new Set(listings.map(({ id }) => id))
  merge(
    listings,
    true,
    (copy) =>
      !isOwn(copy) ||
      copy.revision === null ||
      ids.has(copy.id) ||
      outbox.find(copy.id) !== undefined ||
      listings.length >= maxOwnListed,
  )
}

/** Updates the copies that are kept, and adds the other listings of the server. */
function merge(
  listings: readonly (TeamListing | OwnTeamListing)[],
  isMine: boolean,
  isKept: (copy: StoredListing) => boolean,
): void {
  copies.update((before) => {
    const served = new Map(listings.map((listing) => [listing.id, listing]))
    const kept = before.filter(isKept)
    const keptIds = new Set(kept.map(({ id }) => id))
    const added = listings.filter(({ id }) => !keptIds.has(id))
    return trim([
      ...kept.map((copy) => withServerState(copy, served.get(copy.id), isMine || copy.isMine)),
      ...added.map((listing) => storedOf(listing, isMine)),
    ])
  })
}

/** Removes the listings of an account that is no longer signed in. */
export function removeAccountListings(userId: string | null): void {
  copies.update((before) =>
    before.filter((copy) => !copy.isMine || copy.creatorId === userId || outbox.find(copy.id)),
  )
}

/** The server's version of a listing, with the visitor's unsent text. */
function withServerState(
  copy: StoredListing,
  listing: TeamListing | OwnTeamListing | undefined,
  isMine = copy.isMine,
): StoredListing {
  if (listing === undefined || listing.revision < (copy.revision ?? 0)) return copy
  const stored = storedOf(listing, isMine, isMine || isOwn(copy) ? copy : null)
  const change = outbox.find(copy.id)
  // As far as this browser knows it was never sent; sending it will show.
  if (change?.kind === 'made') return { ...copy, isMine }
  return hasUnsentText(change) ? { ...stored, ...fieldsOf(copy) } : stored
}

function trim(listings: readonly StoredListing[]): readonly StoredListing[] {
  const others = listings.filter((listing) => !isOwn(listing)).toSorted(byNewest)
  const dropped = new Set(others.slice(maxCopies))
  return listings.filter((listing) => !dropped.has(listing)).toSorted(byNewest)
}
