import type { TeamListingEvent } from '#contract/events.ts'
import type { TeamListing } from '#contract/team-listings.ts'
import { matchesFilter, type ListingFilter } from '#domain/team-listings.ts'
import { byNewest } from './listing-order.ts'
import type { ListingPage } from './team-api.ts'

/** A list of the server as far as it was read: its pages so far as one. */
export type ListingPages = ListingPage

/**
 * The list with its next page. The number in all is the one that was kept up to date meanwhile, until
 * all are there: it does not know of those that went before they were read.
 */
export function withNextPage(pages: ListingPages, next: ListingPage): ListingPages {
  const ids = new Set(pages.listings.map(({ id }) => id))
  const added = next.listings.filter(({ id }) => !ids.has(id))
  const listings = [...pages.listings, ...added]
  const { nextAddress } = next
  const total = nextAddress === null ? listings.length : pages.total
  return { ...pages, listings, total, nextAddress }
}

/** The list after an event, as the server would answer it now; the same one where it does not concern it. */
export function afterEvent(
  pages: ListingPages,
  event: TeamListingEvent,
  filter: ListingFilter,
): ListingPages {
  if (event.change === 'gone') return without(pages, event.id)
  const { listing } = event
  const index = pages.listings.findIndex(({ id }) => id === listing.id)
  const known = pages.listings[index]
  if (known !== undefined && known.revision > listing.revision) return pages
  if (!matchesFilter(listing, filter)) return without(pages, listing.id)
  if (known !== undefined) return { ...pages, listings: pages.listings.with(index, listing) }
  // What belongs to a page that was not read yet is counted already, or comes with it.
  if (!reaches(pages, listing)) return pages
  return {
    ...pages,
    listings: [...pages.listings, listing].toSorted(byNewest),
    total: pages.total + 1,
  }
}

function without(pages: ListingPages, id: string): ListingPages {
  const listings = pages.listings.filter((listing) => listing.id !== id)
  if (listings.length === pages.listings.length) return pages
  return { ...pages, listings, total: Math.max(pages.total - 1, listings.length) }
}

function reaches({ listings, nextAddress }: ListingPages, listing: TeamListing): boolean {
  const last = listings.at(-1)
  return nextAddress === null || last === undefined || byNewest(listing, last) < 0
}
