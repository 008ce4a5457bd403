import type { TeamListingEvent } from '#contract/events.ts'
import type { ListingFilter } from '#domain/team-listings.ts'
import { ApiProblem } from '#web/api/client.ts'
import { createListeners } from '#web/listeners.ts'
import { renewCopies } from './listing-copies.ts'
import { afterEvent, withNextPage, type ListingPages } from './listing-pages.ts'
import { fetchListingPage, listAddress } from './team-api.ts'
import { subscribeToTeamNews } from './team-news.ts'

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
  let openQuestions = 0
  // What happens while an answer is on its way may not be in it.
  let heardMeanwhile: readonly TeamListingEvent[] = []

  function update(next: Partial<ListReading>): void {
    const { pages } = next
    reading = { ...reading, ...next }
    if (pages && isWhole) renewCopies(pages.listings, pages.nextAddress !== null)
    notify()
  }

  async function ask(read: () => Promise<ListingPages>, onFailure: 'failure' | 'moreFailure') {
    const count = wantedPageCount
    latestRound += 1
    const round = latestRound
    if (openQuestions === 0) heardMeanwhile = []
    openQuestions += 1
    const heardBefore = heardMeanwhile.length
    try {
      const answer = await read()
      if (round <= answeredRound) return
      answeredRound = round
      pageCount = count
      const pages = heardMeanwhile
        .slice(heardBefore)
        .reduce((before, event) => afterEvent(before, event, filter), answer)
      const isLoadingMore = wantedPageCount > pageCount
      update({ pages, failure: null, isLoadingMore, moreFailure: null })
    } catch (error) {
      if (round < latestRound || round <= answeredRound) return
      wantedPageCount = pageCount
      const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
      update({ isLoadingMore: false, [onFailure]: problem })
    } finally {
      openQuestions -= 1
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
    const isStale = openQuestions > 0 || failure !== null
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
      const stop = subscribeToTeamNews((event) => {
        if (event === null) return reload()
        if (openQuestions > 0) heardMeanwhile = [...heardMeanwhile, event]
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
