import { useMemo, useSyncExternalStore } from 'react'
import { matchesFilter, type ListingFilter } from '#domain/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { copies } from './listing-copies.ts'
import { hasUnsentText, outbox, type PendingChange } from './outbox.ts'
import { isOwn, readUserId, subscribeToUserId } from './ownership.ts'
import { byNewest, fieldsOf, storedOf, type StoredListing } from './stored-listing.ts'
import type { ListingPage } from './team-api.ts'
import { useTeamSync } from './team-sync.ts'

/**
 * A listing as a page shows it, from the data of this device and the server. With an unsent edit,
 * `revision` is the one that it is based on.
 */
export interface ShownListing extends Omit<StoredListing, 'isMine'> {
  readonly isOwn: boolean
  /** The progress of the visitor's latest change; `refused` stays until the listing is edited or deleted. */
  readonly sending: 'sent' | 'waiting' | 'refused'
  readonly refusal: FailureCode | null
  readonly ban: PendingChange['ban']
}

/** The data of this device, at a time in milliseconds since 1970. */
export interface DeviceView {
  readonly copies: readonly StoredListing[]
  readonly changes: readonly PendingChange[]
  readonly userId: string | null
  readonly now: number
}

export interface ListView {
  readonly listings: readonly ShownListing[]
  readonly total: number | null
}

export function showOwn(device: DeviceView): readonly ShownListing[] {
  return showAll(
    device.copies.filter((copy) => isOwn(copy, device.userId)),
    device,
  )
}

export function showCopies(device: DeviceView, filter: ListingFilter): ListView {
  const found = device.copies.filter(
    (copy) => copy.revision !== null && matchesFilter(copy, filter),
  )
  return { listings: showAll(found, device).filter(isLive), total: null }
}

/** On the server, and while its page is hydrated. */
const noDevice: DeviceView = { copies: [], changes: [], userId: null, now: 0 }

/** The server's list, with the visitor's unsent changes. */
export function showPages(
  pages: ListingPage,
  known: DeviceView | null,
  filter: ListingFilter,
): ListView {
  const device = known ?? noDevice
  const copiesById = byId(device.copies)
  const changes = byId(device.changes)
  const found = pages.listings.flatMap((listing) => {
    const copy = copiesById.get(listing.id)
    const ownCopy = copy && isOwn(copy, device.userId) ? copy : null
    const stored = storedOf(listing, copy?.isMine ?? false, ownCopy)
    if (!copy || !hasUnsentText(changes.get(copy.id))) return stored
    const changed = { ...stored, ...fieldsOf(copy) }
    return matchesFilter(changed, filter) ? changed : []
  })
  const listings = showAll(found, device, pages.answeredAt).filter(isLive)
  return { listings, total: pages.total - (pages.listings.length - listings.length) }
}

/**
 * All but the deleted ones. `liveAt` is the time of the server's response, when all of them were
 * live: the clock of a device may be wrong.
 */
function showAll(
  stored: readonly StoredListing[],
  device: DeviceView,
  liveAt = -Infinity,
): readonly ShownListing[] {
  const changes = byId(device.changes)
  return stored
    .filter(({ id }) => changes.get(id)?.kind !== 'deleted')
    .map((listing) => show(listing, changes.get(listing.id), device, liveAt))
    .toSorted(byNewest)
}

function isLive({ state }: ShownListing): boolean {
  return state === 'live'
}

function show(
  listing: StoredListing,
  change: PendingChange | undefined,
  { userId, now }: DeviceView,
  liveAt: number,
): ShownListing {
  const { isMine: _, ...shown } = listing
  const own = isOwn(listing, userId)
  const end = listing.expiresAt === null ? Infinity : Date.parse(listing.expiresAt)
  const hasEnded = end <= now && end > liveAt
  return {
    ...shown,
    revision: (hasUnsentText(change) ? change?.revision : null) ?? listing.revision,
    state: listing.state === 'live' && hasEnded ? 'ended' : listing.state,
    isOwn: own,
    sending: sendingOf(listing, change, own),
    refusal: change?.refusal ?? null,
    ban: change?.ban ?? null,
  }
}

function sendingOf(
  { revision }: StoredListing,
  change: PendingChange | undefined,
  isOwnListing: boolean,
): ShownListing['sending'] {
  if (change === undefined) return isOwnListing && revision === null ? 'waiting' : 'sent'
  return change.refusal === null ? 'waiting' : 'refused'
}

function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]))
}

interface OwnListings {
  /** Newest first: live, ended and removed ones, and those that wait to be sent. */
  readonly listings: readonly ShownListing[]
  /** Whether this device's storage has been read, which is never on the server. */
  readonly isLoaded: boolean
}

export function useOwnListings(): OwnListings {
  const device = useDeviceView()
  return useMemo(
    () => ({ listings: device ? showOwn(device) : [], isLoaded: device !== null }),
    [device],
  )
}

/** This device's data about listings, kept up to date; null on the server. */
export function useDeviceView(): DeviceView | null {
  useTeamSync()
  const listings = useSyncExternalStore(copies.subscribe, copies.read, copies.read)
  const changes = useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read)
  const userId = useSyncExternalStore(subscribeToUserId, readUserId, readUserId)
  const now = useNow()

  return useMemo(
    () => (now === null ? null : { copies: listings, changes, userId, now }),
    [listings, changes, userId, now],
  )
}
