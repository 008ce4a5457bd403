import type { VerifiedMarks } from '#contract/team.ts'
import { matchesFilter, type ListingFields, type ListingFilter } from '#domain/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import type { ListingPages } from '#web/features/team/list/team-list.ts'
import { hasUnsentText, type PendingChange } from './outbox.ts'
import { isOwn, type Ownership } from './ownership.ts'
import { byNewest, fieldsOf, storedOf, type StoredListing } from './stored-listing.ts'

/** A listing as a page shows it, from the data of this device and the server. */
export interface ShownListing extends ListingFields {
  readonly id: string
  readonly creatorId: string
  /** Times are ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  /** Null until the server has the listing. */
  readonly expiresAt: string | null
  /** Null until the server has the listing. With an unsent edit, the revision that it is based on. */
  readonly revision: number | null
  readonly verified: VerifiedMarks
  readonly isOwn: boolean
  readonly state: 'live' | 'ended' | 'removed'
  /** The reason that the staff gave for removing the listing. */
  readonly removalReason: string | null
  /** The progress of the visitor's latest change; `refused` stays until the listing is edited or deleted. */
  readonly sending: 'sent' | 'waiting' | 'refused'
  /** The error code of a refused change. */
  readonly refusal: FailureCode | null
}

/** The data of this device, at a time in milliseconds since 1970. */
export interface DeviceView {
  readonly copies: readonly StoredListing[]
  readonly changes: readonly PendingChange[]
  readonly ownership: Ownership
  readonly now: number
}

interface ListView {
  readonly listings: readonly ShownListing[]
  readonly total: number | null
}

/** The visitor's own listings, newest first. */
export function showOwn(device: DeviceView): readonly ShownListing[] {
  const changes = byId(device.changes)
  return device.copies
    .filter((copy) => isOwn(copy, device.ownership))
    .filter(({ id }) => changes.get(id)?.kind !== 'deleted')
    .map((copy) => show(copy, changes.get(copy.id), device))
    .toSorted(byNewest)
}

/** The list from this device's copies alone. */
export function showCopies(device: DeviceView, filter: ListingFilter): ListView {
  const found = device.copies.filter(
    (copy) => copy.revision !== null && matchesFilter(copy, filter),
  )
  return { listings: showLive(found, device), total: null }
}

/** The server's list, with the visitor's unsent changes. */
export function showPages(
  pages: ListingPages,
  device: DeviceView,
  filter: ListingFilter,
): ListView {
  const copies = byId(device.copies)
  const changes = byId(device.changes)
  const found = pages.listings.flatMap((listing) => {
    const copy = copies.get(listing.id)
    const stored = storedOf(listing, copy?.isMine ?? false)
    if (!copy || !hasUnsentText(changes.get(copy.id))) return stored
    const changed = { ...stored, ...fieldsOf(copy) }
    return matchesFilter(changed, filter) ? changed : []
  })
  const listings = showLive(found, device, pages.answeredAt)
  return { listings, total: pages.total - (pages.listings.length - listings.length) }
}

/** `liveAt` is the time of the server's response, when all of them were live: the clock of a device may be wrong. */
function showLive(
  stored: readonly StoredListing[],
  device: DeviceView,
  liveAt = -Infinity,
): readonly ShownListing[] {
  const changes = byId(device.changes)
  return stored
    .filter(({ id }) => changes.get(id)?.kind !== 'deleted')
    .map((listing) => show(listing, changes.get(listing.id), device, liveAt))
    .filter(({ state }) => state === 'live')
    .toSorted(byNewest)
}

function show(
  listing: StoredListing,
  change: PendingChange | undefined,
  { ownership, now }: DeviceView,
  liveAt = -Infinity,
): ShownListing {
  const { isMine: _, ...shown } = listing
  const own = isOwn(listing, ownership)
  const end = listing.expiresAt === null ? Infinity : Date.parse(listing.expiresAt)
  const hasEnded = end <= now && end > liveAt
  return {
    ...shown,
    revision: (hasUnsentText(change) ? change?.revision : null) ?? listing.revision,
    state: listing.state === 'live' && hasEnded ? 'ended' : listing.state,
    isOwn: own,
    sending: sendingOf(listing, change, own),
    refusal: change?.refusal ?? null,
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
