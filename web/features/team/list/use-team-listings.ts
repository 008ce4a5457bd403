import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ListingFilter } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { queryClient, useShownQuery } from '#web/app/query-client.ts'
import {
  showCopies,
  showPages,
  useDeviceView,
  type ShownListing,
} from '#web/features/team/store/shown-listings.ts'
import { useTeamSync } from '#web/features/team/store/team-sync.ts'
import { followList, listQuery, loadNextPage, reloadList } from './team-list.ts'

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
 * The listings that match a filter, live: first this device's copy, then the server's list. The
 * filter is the same object until it changes.
 */
export function useTeamListings(filter: ListingFilter): TeamListings {
  useTeamSync()
  const query = useInfiniteQuery(listQuery(filter), queryClient)
  useEffect(() => followList(filter), [filter])
  const { data: pages = null, problem } = useShownQuery(query)
  const { isFetchNextPageError, fetchNextPage } = query
  const { isPending: isLoadingMore, mutate: loadMore } = useMutation(
    { mutationFn: () => loadNextPage(filter, fetchNextPage) },
    queryClient,
  )
  const failure = isFetchNextPageError ? null : problem
  const moreFailure = isFetchNextPageError && !isLoadingMore ? problem : null
  const device = useDeviceView(pages?.listings)

  return useMemo(() => {
    const control = {
      isLoadingMore,
      failure,
      moreFailure,
      loadMore: () => {
        if (!isLoadingMore) loadMore()
      },
      reload: () => void reloadList(filter),
    }
    const waiting = { listings: [], total: null, hasMore: false, isCopy: false, ...control }
    if (device === null) return { ...waiting, status: 'loading' as const }
    if (pages !== null) {
      return {
        ...control,
        ...showPages(pages, device, filter),
        status: 'shown' as const,
        isCopy: failure !== null,
        hasMore: pages.nextAddress !== null,
      }
    }
    const copy = showCopies(device, filter)
    // An empty result of the copy counts only if no response will come.
    const hasCopy = failure
      ? device.copies.some(({ revision }) => revision !== null)
      : copy.listings.length > 0
    if (hasCopy) return { ...waiting, ...copy, status: 'shown' as const, isCopy: true }
    return { ...waiting, status: failure ? ('failed' as const) : ('loading' as const) }
  }, [device, pages, failure, isLoadingMore, moreFailure, loadMore, filter])
}
