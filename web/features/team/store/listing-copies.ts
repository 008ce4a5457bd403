import type { OwnTeamListing, TeamListing, TeamListingEvent } from '#contract/team.ts'
import { subscribeToTeamListings } from '#web/app/events.ts'
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
  copies.update((before) => {
    const loadedIds = new Set(loaded.map(({ id }) => id))
    const last = loaded.at(-1)
    const older = before.filter(
      (copy) =>
        !loadedIds.has(copy.id) &&
        !isOwn(copy) &&
        copy.revision !== null &&
        hasMore &&
        last !== undefined &&
        byNewest(last, copy) < 0,
    )
    const own = before.filter((copy) => isOwn(copy))
    const ownIds = new Set(own.map(({ id }) => id))
    const others = loaded.filter(({ id }) => !ownIds.has(id))
    return trim([
      ...own.map((copy) =>
        withServerState(
          copy,
          loaded.find(({ id }) => id === copy.id),
        ),
      ),
      ...others.map((listing) => storedOf(listing, false)),
      ...older,
    ])
  })
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

/** Merges the server's list of the visitor's own listings into the copies. */
export function mergeOwnListings(listings: readonly OwnTeamListing[]): void {
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  copies.update((before) => {
    const kept = before.filter(
      (copy) =>
        !isOwn(copy) ||
        copy.revision === null ||
        byId.has(copy.id) ||
        outbox.find(copy.id) !== undefined ||
        listings.length >= maxOwnListed,
    )
    const keptIds = new Set(kept.map(({ id }) => id))
    const added = listings.filter(({ id }) => !keptIds.has(id))
    return trim([
      ...kept.map((copy) => withServerState(copy, byId.get(copy.id), true)),
      ...added.map((listing) => storedOf(listing, true)),
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
  const stored = storedOf(listing, isMine)
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

type ListingEventListener = (event: TeamListingEvent | null) => void

const listeners = new Set<ListingEventListener>()

/**
 * Publishes a response of the server as an event to the lists of this page; the same event may also
 * arrive by the stream.
 */
export function publishListingEvent(event: TeamListingEvent): void {
  listeners.forEach((listener) => listener(event))
}

/**
 * Calls the listener with events about listings, from this page and from the server; with null when
 * some may have been missed.
 */
export function subscribeToListingEvents(listener: ListingEventListener): () => void {
  listeners.add(listener)
  const stop = subscribeToTeamListings(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
