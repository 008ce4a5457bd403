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

/** What the server has said of a list. */
export interface ListReading {
  /** Null until its first answer. */
  readonly pages: ListingPages | null
  /** Why the newest question was not answered. */
  readonly failure: ApiProblem | null
  readonly isLoadingMore: boolean
  readonly moreFailure: ApiProblem | null
}

export interface TeamList {
  /** The same object until something changes. */
  readonly read: () => ListReading
  /** Asks, and stays up to date until the returned function is called. */
  readonly watch: (listener: () => void) => () => void
  readonly reload: () => void
  readonly loadMore: () => void
}

/** How many pages are read anew at most, when something may have been missed. */
const mostPagesRenewed = 5

export const unread: ListReading = {
  pages: null,
  failure: null,
  isLoadingMore: false,
  moreFailure: null,
}

/** The list of the server that matches a filter, kept up to date by events. */
export function createTeamList(filter: ListingFilter): TeamList {
  const { notify, subscribe } = createListeners()
  const isWhole = Object.values(filter).every((value) => value === null || value === '')
  let reading = unread
  let pageCount = 1
  let wantedPageCount = 1
  // Answers may overtake each other: one to an older question than the last answered one is too late.
  let latestRound = 0
  let answeredRound = 0
  let openRequests = 0
  // What happens while an answer is on its way may not be in it.
  let eventsMeanwhile: readonly TeamListingEvent[] = []

  function update(next: Partial<ListReading>): void {
    const { pages } = next
    reading = { ...reading, ...next }
    if (pages && isWhole) refreshCopies(pages.listings, pages.nextAddress !== null)
    notify()
  }

  async function ask(read: () => Promise<ListingPages>, onFailure: 'failure' | 'moreFailure') {
    const count = wantedPageCount
    latestRound += 1
    const round = latestRound
    if (openRequests === 0) eventsMeanwhile = []
    openRequests += 1
    const eventsBefore = eventsMeanwhile.length
    try {
      const answer = await read()
      if (round <= answeredRound) return
      answeredRound = round
      pageCount = count
      const pages = eventsMeanwhile
        .slice(eventsBefore)
        .reduce((before, event) => afterEvent(before, event, filter), answer)
      const isLoadingMore = wantedPageCount > pageCount
      update({ pages, failure: null, isLoadingMore, moreFailure: null })
    } catch (error) {
      if (round < latestRound || round <= answeredRound) return
      wantedPageCount = pageCount
      const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
      update({ isLoadingMore: false, [onFailure]: problem })
    } finally {
      openRequests -= 1
    }
  }

  function reload(): void {
    wantedPageCount = Math.min(wantedPageCount, mostPagesRenewed)
    void ask(() => readPages(listAddress(filter), wantedPageCount), 'failure')
  }

  function loadMore(): void {
    const { pages, isLoadingMore, failure } = reading
    if (isLoadingMore || !pages || pages.nextAddress === null) return
    const { nextAddress } = pages
    // With the next page alone, what is being read anew, or could not be, would stay as it is.
    const isStale = openRequests > 0 || failure !== null
    wantedPageCount = pageCount + 1
    update({ isLoadingMore: true, moreFailure: null })
    void ask(async () => {
      if (isStale) return readPages(listAddress(filter), wantedPageCount)
      const next = await fetchListingPage(nextAddress)
      return withNextPage(reading.pages ?? pages, next)
    }, 'moreFailure')
  }

  return {
    read: () => reading,
    reload,
    loadMore,
    watch: (listener) => {
      const leave = subscribe(listener)
      const stop = subscribeToListingEvents((event) => {
        if (event === null) return reload()
        if (openRequests > 0) eventsMeanwhile = [...eventsMeanwhile, event]
        const pages = reading.pages && afterEvent(reading.pages, event, filter)
        if (pages !== reading.pages) update({ pages })
      })
      addEventListener('online', reload)
      reload()
      return () => {
        leave()
        stop()
        removeEventListener('online', reload)
        answeredRound = latestRound
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
