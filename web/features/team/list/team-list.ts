import type { TeamListingEvent } from '#contract/events.ts'
import type { TeamListing } from '#contract/team.ts'
import { matchesFilter, type ListingFilter } from '#domain/team.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { refreshCopies, subscribeToListingEvents } from '#web/features/team/store/listing-copies.ts'
import { byNewest } from '#web/features/team/store/stored-listing.ts'
import {
  fetchListingPage,
  listAddress,
  type ListingPage,
} from '#web/features/team/store/team-api.ts'

/** The state of a list as loaded from the server. */
export interface ListState {
  /** Null until the first response. */
  readonly pages: ListingPages | null
  /** Why the latest request failed. */
  readonly failure: ApiProblem | null
  readonly isLoadingMore: boolean
  readonly moreFailure: ApiProblem | null
}

export interface TeamList {
  /** The same object until it changes. */
  readonly read: () => ListState
  /** Loads the list and keeps it up to date until the returned function is called. */
  readonly watch: (listener: () => void) => () => void
  readonly reload: () => void
  readonly loadMore: () => void
}

/** The most pages that are loaded again after events may have been missed. */
const maxPagesReloaded = 5

export const initialState: ListState = {
  pages: null,
  failure: null,
  isLoadingMore: false,
  moreFailure: null,
}

/** The server's list for a filter, kept up to date by events. */
export function createTeamList(filter: ListingFilter): TeamList {
  const { notify, subscribe } = createListeners()
  const isWhole = Object.values(filter).every((value) => value === null || value === '')
  let state = initialState
  let pageCount = 1
  let targetPageCount = 1
  // Responses may overtake each other: one to a request older than the last answered one is dropped.
  let latestRequest = 0
  let answeredRequest = 0
  let openRequests = 0
  // Events that arrive while a request is under way may be missing in its response.
  let eventsDuringRequest: readonly TeamListingEvent[] = []

  function update(next: Partial<ListState>): void {
    const { pages } = next
    state = { ...state, ...next }
    if (pages && isWhole) refreshCopies(pages.listings, pages.nextAddress !== null)
    notify()
  }

  async function load(read: () => Promise<ListingPages>, onFailure: 'failure' | 'moreFailure') {
    const count = targetPageCount
    latestRequest += 1
    const request = latestRequest
    if (openRequests === 0) eventsDuringRequest = []
    openRequests += 1
    const eventsBefore = eventsDuringRequest.length
    try {
      const answer = await read()
      if (request <= answeredRequest) return
      answeredRequest = request
      pageCount = count
      const pages = eventsDuringRequest
        .slice(eventsBefore)
        .reduce((before, event) => withEvent(before, event, filter), answer)
      const isLoadingMore = targetPageCount > pageCount
      update({ pages, failure: null, isLoadingMore, moreFailure: null })
    } catch (error) {
      if (request < latestRequest || request <= answeredRequest) return
      targetPageCount = pageCount
      const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
      update({ isLoadingMore: false, [onFailure]: problem })
    } finally {
      openRequests -= 1
    }
  }

  function reload(): void {
    targetPageCount = Math.min(targetPageCount, maxPagesReloaded)
    void load(() => readPages(listAddress(filter), targetPageCount), 'failure')
  }

  function loadMore(): void {
    const { pages, isLoadingMore, failure } = state
    if (isLoadingMore || !pages || pages.nextAddress === null) return
    const { nextAddress } = pages
    // Loading only the next page would keep outdated earlier pages.
    const isStale = openRequests > 0 || failure !== null
    targetPageCount = pageCount + 1
    update({ isLoadingMore: true, moreFailure: null })
    void load(async () => {
      if (isStale) return readPages(listAddress(filter), targetPageCount)
      const next = await fetchListingPage(nextAddress)
      return withNextPage(state.pages ?? pages, next)
    }, 'moreFailure')
  }

  return {
    read: () => state,
    reload,
    loadMore,
    watch: (listener) => {
      const unsubscribe = subscribe(listener)
      const stop = subscribeToListingEvents((event) => {
        if (event === null) return reload()
        if (openRequests > 0) eventsDuringRequest = [...eventsDuringRequest, event]
        const pages = state.pages && withEvent(state.pages, event, filter)
        if (pages !== state.pages) update({ pages })
      })
      addEventListener('online', reload)
      reload()
      return () => {
        unsubscribe()
        stop()
        removeEventListener('online', reload)
        answeredRequest = latestRequest
      }
    },
  }
}

async function readPages(address: string, count: number): Promise<ListingPages> {
  let pages = await fetchListingPage(address)
  for (let read = 1; read < count && pages.nextAddress !== null; read += 1) {
    pages = withNextPage(pages, await fetchListingPage(pages.nextAddress))
  }
  return pages
}

/** The loaded part of a list, its pages as one. */
export type ListingPages = ListingPage

/**
 * The list with its next page. The total stays the one kept up to date by events, until all pages
 * are loaded: events of listings that were removed before they were loaded do not count in it.
 */
export function withNextPage(pages: ListingPages, next: ListingPage): ListingPages {
  const ids = new Set(pages.listings.map(({ id }) => id))
  const added = next.listings.filter(({ id }) => !ids.has(id))
  const listings = [...pages.listings, ...added]
  const { nextAddress } = next
  const total = nextAddress === null ? listings.length : pages.total
  return { ...pages, listings, total, nextAddress }
}

/** The list after an event, as the server would return it now; the same object if nothing changes. */
export function withEvent(
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
  // A listing of a page that is not loaded yet is already counted, or comes with its page.
  if (!isWithinPages(pages, listing)) return pages
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

function isWithinPages({ listings, nextAddress }: ListingPages, listing: TeamListing): boolean {
  const last = listings.at(-1)
  return nextAddress === null || last === undefined || byNewest(listing, last) < 0
}
