import { useMemo, useSyncExternalStore } from 'react'
import type { ListingFilter } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import {
  showCopies,
  showPages,
  type ShownListing,
} from '#web/features/team/store/shown-listings.ts'
import { createTeamList, unread } from './team-list.ts'
import { useDeviceView } from '#web/features/team/store/use-own-listings.ts'
import { useTeamSync } from '#web/features/team/store/team-sync.ts'

export interface TeamListings {
  /** Newest first: what everybody sees, with the visitor's own changes that wait to be sent. */
  readonly listings: readonly ShownListing[]
  /** How many match in all; null until the server has said so. */
  readonly total: number | null
  readonly status: 'loading' | 'shown' | 'failed'
  /** Whether this may be older than what the server has: its answer is on its way, or `failure` says why it did not come. */
  readonly isCopy: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly failure: ApiProblem | null
  readonly moreFailure: ApiProblem | null
  readonly loadMore: () => void
  readonly reload: () => void
}

/** The listings that match, live: at once from this device's copy, then the server's. */
export function useTeamListings(filter: ListingFilter): TeamListings {
  useTeamSync()
  const { search, type, hasMicrophone, language, playStyle } = filter
  const wanted = useMemo(
    () => ({ search, type, hasMicrophone, language, playStyle }),
    [search, type, hasMicrophone, language, playStyle],
  )
  const list = useMemo(() => createTeamList(wanted), [wanted])
  const reading = useSyncExternalStore(list.watch, list.read, () => unread)
  const { pages, failure, isLoadingMore, moreFailure } = reading
  const device = useDeviceView(pages?.listings)

  return useMemo(() => {
    const control = {
      isLoadingMore,
      failure,
      moreFailure,
      loadMore: list.loadMore,
      reload: list.reload,
    }
    const waiting = { listings: [], total: null, hasMore: false, isCopy: false, ...control }
    if (device === null) return { ...waiting, status: 'loading' as const }
    if (pages !== null) {
      return {
        ...control,
        ...showPages(pages, device, wanted),
        status: 'shown' as const,
        isCopy: failure !== null,
        hasMore: pages.nextAddress !== null,
      }
    }
    const copy = showCopies(device, wanted)
    // Nothing found in the copy says something only when nothing else will come.
    const hasCopy = failure
      ? device.copies.some(({ revision }) => revision !== null)
      : copy.listings.length > 0
    if (hasCopy) return { ...waiting, ...copy, status: 'shown' as const, isCopy: true }
    return { ...waiting, status: failure ? ('failed' as const) : ('loading' as const) }
  }, [device, pages, failure, isLoadingMore, moreFailure, list, wanted])
}
