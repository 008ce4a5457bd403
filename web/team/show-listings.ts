import { matchesFilter, type ListingFilter } from '#domain/team-listings.ts'
import { byNewest } from './listing-order.ts'
import type { ListingPages } from './listing-pages.ts'
import { hasUnsentText, type Wish } from './outbox.ts'
import { isOwn, type Ownership } from './ownership.ts'
import type { ShownListing } from './shown-listing.ts'
import { fieldsOf, storedOf, type StoredListing } from './stored-listing.ts'

/** What this device knows, at a time in milliseconds since 1970. */
export interface DeviceView {
  readonly copies: readonly StoredListing[]
  readonly wishes: readonly Wish[]
  readonly ownership: Ownership
  readonly now: number
}

interface ListView {
  readonly listings: readonly ShownListing[]
  readonly total: number | null
}

/** The visitor's listings, the newest first. */
export function showOwn(device: DeviceView): readonly ShownListing[] {
  const wishes = byId(device.wishes)
  return device.copies
    .filter((copy) => isOwn(copy, device.ownership))
    .filter(({ id }) => wishes.get(id)?.kind !== 'deleted')
    .map((copy) => show(copy, wishes.get(copy.id), device))
    .toSorted(byNewest)
}

/** The list from the copies of this device alone. */
export function showCopies(device: DeviceView, filter: ListingFilter): ListView {
  const found = device.copies.filter(
    (copy) => copy.revision !== null && matchesFilter(copy, filter),
  )
  return { listings: showLive(found, device), total: null }
}

/** The list as the server has it, but for what the visitor has changed and not sent yet. */
export function showPages(
  pages: ListingPages,
  device: DeviceView,
  filter: ListingFilter,
): ListView {
  const copies = byId(device.copies)
  const wishes = byId(device.wishes)
  const found = pages.listings.flatMap((listing) => {
    const copy = copies.get(listing.id)
    const stored = storedOf(listing, copy?.isMine ?? false)
    if (!copy || !hasUnsentText(wishes.get(copy.id))) return stored
    const changed = { ...stored, ...fieldsOf(copy) }
    return matchesFilter(changed, filter) ? changed : []
  })
  const listings = showLive(found, device, pages.answeredAt)
  return { listings, total: pages.total - (pages.listings.length - listings.length) }
}

/** `liveAt`: when the server said that all of them were live; clocks of devices may be wrong. */
function showLive(
  stored: readonly StoredListing[],
  device: DeviceView,
  liveAt = -Infinity,
): readonly ShownListing[] {
  const wishes = byId(device.wishes)
  return stored
    .filter(({ id }) => wishes.get(id)?.kind !== 'deleted')
    .map((listing) => show(listing, wishes.get(listing.id), device, liveAt))
    .filter(({ state }) => state === 'live')
    .toSorted(byNewest)
}

function show(
  listing: StoredListing,
  wish: Wish | undefined,
  { ownership, now }: DeviceView,
  liveAt = -Infinity,
): ShownListing {
  const { isMine: _, ...shown } = listing
  const own = isOwn(listing, ownership)
  const end = listing.expiresAt === null ? Infinity : Date.parse(listing.expiresAt)
  const hasEnded = end <= now && end > liveAt
  return {
    ...shown,
    revision: (hasUnsentText(wish) ? wish?.revision : null) ?? listing.revision,
    state: listing.state === 'live' && hasEnded ? 'ended' : listing.state,
    isOwn: own,
    sending: sendingOf(listing, wish, own),
    refusal: wish?.refusal ?? null,
  }
}

function sendingOf(
  { revision }: StoredListing,
  wish: Wish | undefined,
  isOwnListing: boolean,
): ShownListing['sending'] {
  if (wish === undefined) return isOwnListing && revision === null ? 'waiting' : 'sent'
  return wish.refusal === null ? 'waiting' : 'refused'
}

function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]))
}
