import {
  InfiniteQueryObserver,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  type FetchNextPageOptions,
  type InfiniteData,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TeamListing, TeamListingEvent } from '#contract/team.ts'
import { matchesFilter, type ListingFilter } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { subscribeToTeamListings } from '#web/app/events.ts'
import {
  queryClient,
  refetchAfterChange,
  requestsEnded,
  useServerData,
  useShownQuery,
} from '#web/app/query-client.ts'
import { refreshCopies } from '#web/features/team/store/listing-copies.ts'
import {
  showCopies,
  showPages,
  useDeviceView,
  type DeviceView,
  type ListView,
  type ShownListing,
} from '#web/features/team/store/shown-listings.ts'
import { byNewest } from '#web/features/team/store/stored-listing.ts'
import {
  fetchListingPage,
  listAddress,
  newestListingsQuery,
  type ListingPage,
} from '#web/features/team/store/team-api.ts'

export interface TeamListings {
  /** Newest first: the public list, with the visitor's own pending changes. */
  readonly listings: readonly ShownListing[]
  /** The total number of matches; null until the server has answered. */
  readonly total: number | null
  readonly status: 'loading' | 'shown' | 'failed'
  /** Whether the list may be outdated: the server's response is on its way, or failed with `failure`. */
  readonly isCopy: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly failure: ApiProblem | null
  readonly moreFailure: ApiProblem | null
  readonly loadMore: () => void
  readonly reload: () => void
}

/**
 * The listings that match a filter, live: first what the document carries or this device's copy, then
 * the server's list. The filter is the same object until it changes.
 */
export function useTeamListings(filter: ListingFilter): TeamListings {
  const query = useInfiniteQuery(listQuery(filter), queryClient)
  useEffect(() => followList(filter), [filter])
  const { data: loaded = null, problem } = useShownQuery(query)
  const { data: newest = null } = useServerData({ ...newestListingsQuery, enabled: false })
  const { isFetchNextPageError, fetchNextPage } = query
  const { isPending: isLoadingMore, mutate: loadMore } = useMutation(
    { mutationFn: () => loadNextPage(filter, fetchNextPage) },
    queryClient,
  )
  const failure = isFetchNextPageError ? null : problem
  const moreFailure = isFetchNextPageError && !isLoadingMore ? problem : null
  const device = useDeviceView()

  const control = {
    isLoadingMore,
    failure,
    moreFailure,
    loadMore: () => loadMore(),
    reload: () => void reloadList(filter),
  }
  const waiting = { listings: [], total: null, hasMore: false, isCopy: false, ...control }
  if (loaded !== null && device !== null) {
    const hasMore = loaded.nextAddress !== null
    const shown = showPages(loaded, device, filter)
    return { ...control, ...shown, status: 'shown', isCopy: failure !== null, hasMore }
  }
  const first = newest && isWhole(filter) ? showPages(firstPage(newest), device, filter) : null
  const copy = copyOn(device, filter, failure)
  // After a failure, because the document may be older: it was perhaps saved for reading offline.
  const shown = failure && copy ? copy : (first ?? copy)
  if (shown) return { ...waiting, listings: shown.listings, status: 'shown', isCopy: true }
  return { ...waiting, status: failure ? 'failed' : 'loading' }
}

/** This device's copy. An empty result of it counts only if no response will come. */
function copyOn(
  device: DeviceView | null,
  filter: ListingFilter,
  failure: ApiProblem | null,
): ListView | null {
  if (device === null) return null
  const copy = showCopies(device, filter)
  const counts = failure
    ? device.copies.some(({ revision }) => revision !== null)
    : copy.listings.length > 0
  return counts ? copy : null
}

/** What the document carries, of which all were live. */
function firstPage(listings: readonly TeamListing[]): ListingPage {
  return { listings, total: listings.length, nextAddress: null, answeredAt: Infinity }
}

function isWhole(filter: ListingFilter): boolean {
  return Object.values(filter).every((value) => value === null || value === '')
}

type LoadedPages = InfiniteData<ListingPage, string>

export function listQuery(filter: ListingFilter) {
  return infiniteQueryOptions<ListingPage, ApiProblem, ListingPage, ListKey, string>({
    queryKey: listKey(filter),
    queryFn: ({ pageParam }) => fetchListingPage(pageParam),
    initialPageParam: listAddress(filter),
    getNextPageParam: ({ nextAddress }) => nextAddress,
    select: joinPages,
    // `followList` refetches when events may have been missed.
    refetchOnWindowFocus: false,
  })
}

type ListKey = readonly ['team-listings', string]

function listKey(filter: ListingFilter): ListKey {
  return ['team-listings', listAddress(filter)]
}

/** Keeps the list up to date by events, and this device's copies with it, until the returned function is called. */
export function followList(filter: ListingFilter): () => void {
  const queryKey = listKey(filter)
  const observer = new InfiniteQueryObserver(queryClient, {
    ...listQuery(filter),
    notifyOnChangeProps: ['data'],
  })
  const reload = (): void => void reloadList(filter)
  const stops = [
    observer.subscribe(({ data }) => {
      if (isWhole(filter) && data) refreshCopies(data.listings, data.nextAddress !== null)
    }),
    subscribeToTeamListings((event) => {
      if (event === null) reload()
      else void applyListingEvent(event, filter)
    }),
  ]
  addEventListener('online', reload)
  return () => {
    stops.forEach((stop) => stop())
    removeEventListener('online', reload)
    // Without events it becomes outdated.
    queryClient.removeQueries({ queryKey, exact: true })
  }
}

/** Loads the pages again that are loaded. */
export function reloadList(filter: ListingFilter): Promise<void> {
  return refetchAfterChange(listKey(filter))
}

/**
 * Loads the next page, if there is one.
 * @throws {ApiProblem}
 */
export async function loadNextPage(
  filter: ListingFilter,
  fetchNextPage: (options: FetchNextPageOptions) => Promise<unknown>,
): Promise<void> {
  // It would drop a reload under way, and what that brings.
  await requestsEnded(listKey(filter))
  // After a failed reload the loaded pages are outdated.
  if (hasReloadFailed(filter)) {
    await reloadList(filter)
    if (hasReloadFailed(filter)) return
  }
  await fetchNextPage({ cancelRefetch: false, throwOnError: true })
}

function hasReloadFailed(filter: ListingFilter): boolean {
  const state = queryClient.getQueryState(listKey(filter))
  return state?.status === 'error' && state.fetchMeta?.fetchMore === undefined
}

async function applyListingEvent(event: TeamListingEvent, filter: ListingFilter): Promise<void> {
  const queryKey = listKey(filter)
  const apply = (): void => {
    queryClient.setQueryData<LoadedPages>(
      queryKey,
      (loaded) => loaded && withEventInPages(loaded, event, filter),
    )
  }
  // The server can be reached again, and earlier events may have been missed.
  if (hasReloadFailed(filter)) return reloadList(filter)
  apply()
  if (queryClient.isFetching({ queryKey }) === 0) return
  // A response under way may be older than the event.
  await requestsEnded(queryKey)
  apply()
}

function withEventInPages(
  loaded: LoadedPages,
  event: TeamListingEvent,
  filter: ListingFilter,
): LoadedPages {
  const { listings, total } = withEvent(joinPages(loaded), event, filter)
  const [first, ...others] = loaded.pages
  if (first === undefined) return loaded
  // The number of pages stays, because it says how many to load again.
  const pages = [
    { ...first, listings, total },
    ...others.map((page) => ({ ...page, listings: [] })),
  ]
  return { ...loaded, pages }
}

function joinPages({ pages }: Pick<LoadedPages, 'pages'>): ListingPage {
  return pages.reduce(withNextPage)
}

/**
 * The list with its next page. The total stays the one kept up to date by events, until all pages
 * are loaded: events of listings that were removed before they were loaded do not count in it.
 */
export function withNextPage(pages: ListingPage, next: ListingPage): ListingPage {
  const ids = new Set(pages.listings.map(({ id }) => id))
  const added = next.listings.filter(({ id }) => !ids.has(id))
  const listings = [...pages.listings, ...added]
  const { nextAddress } = next
  const total = nextAddress === null ? listings.length : pages.total
  return { ...pages, listings, total, nextAddress }
}

/** The list after an event, as the server would return it now; the same object if nothing changes. */
export function withEvent(
  pages: ListingPage,
  event: TeamListingEvent,
  filter: ListingFilter,
): ListingPage {
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

function without(pages: ListingPage, id: string): ListingPage {
  const listings = pages.listings.filter((listing) => listing.id !== id)
  if (listings.length === pages.listings.length) return pages
  return { ...pages, listings, total: Math.max(pages.total - 1, listings.length) }
}

function isWithinPages({ listings, nextAddress }: ListingPage, listing: TeamListing): boolean {
  const last = listings.at(-1)
  return nextAddress === null || last === undefined || byNewest(listing, last) < 0
}
