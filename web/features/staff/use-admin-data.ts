import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type * as z from 'zod/mini'
import { salesView, type SalesView } from '#contract/staff.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { subscribeToPurchases } from '#web/app/events.ts'
import { queryClient, queryKeys, changeNewestData } from '#web/app/query-client.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { toQuery, type QueryPart } from './admin-address.ts'
import { adminRequest, useAdminAccess } from './admin-session.ts'
import { failureText } from './admin-texts.ts'

interface Shown {
  /** Not while a request runs in the background. */
  readonly isLoading: boolean
  /** Why the last request failed. One in the background that fails leaves everything as it was. */
  readonly failure: ApiProblem | null
  readonly reload: () => void
  /** Requests again in the background. */
  readonly refresh: () => void
}

export interface Loaded<Value> extends Shown {
  /** The last response, kept while a newer one is loading. */
  readonly value: Value | null
}

const adminQuery = {
  // The entries must not move under the hands of the staff; `useLiveRefresh` knows when they may.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  placeholderData: keepPreviousData,
  // What the staff has seen is not kept longer than it is shown.
  gcTime: 0,
} as const

/** A response for the staff, requested once the admin area is open. */
export function useAdminQuery<Value>(path: string, answer: z.ZodMiniType<Value>): Loaded<Value> {
  const queryKey = [...queryKeys.admin, path]
  const query = useQuery({
    ...adminQuery,
    queryKey,
    queryFn: () => adminRequest(path, { answer }),
    enabled: useAdminAccess().status === 'open',
  })
  return { ...useShown(query, queryKey), value: query.data ?? null }
}

interface QueryState {
  readonly data: unknown
  readonly error: ApiProblem | null
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: (options: { readonly throwOnError: true }) => Promise<unknown>
}

function useShown(query: QueryState, queryKey: QueryKey): Shown {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const reload = useMutation({ mutationFn: () => refetch({ throwOnError: true }) })
  const isLoading = isFetching && (data === undefined || isPlaceholderData || reload.isPending)
  const isFailureShown = !isLoading && (data === undefined || reload.isError)
  return {
    isLoading,
    failure: isFailureShown ? error : null,
    reload: () => reload.mutate(),
    refresh: () =>
      void queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }),
  }
}

const salesPath = '/api/admin/sales'

/** The figures, and the number of open tasks. */
export function useSales(): Loaded<SalesView> {
  return useAdminQuery(salesPath, salesView)
}

/** Requests the figures in the background, and what else an action has changed. */
export function refreshFigures(...paths: readonly string[]): void {
  for (const path of [salesPath, ...paths]) {
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.admin, path] })
  }
}

/** A page of a list, the same for every list of the server. */
interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

type ListData<Item> = InfiniteData<ListPage<Item>, string | null>

export interface PagedList<Item> extends Shown {
  /** Null until the first response. */
  readonly items: readonly Item[] | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly moreFailure: ApiProblem | null
  readonly loadMore: () => void
  /** Replaces an item by the server's new version, and refreshes the figures. */
  readonly replace: (item: Item) => Promise<void>
}

/** Anything in a list of the server. */
interface Listed {
  readonly id: string | number
}

/** A list of the server with these filters, loaded page by page. */
export function usePagedList<
  Page extends { readonly nextCursor: string | null },
  Item extends Listed,
>(
  path: string,
  filters: QueryPart,
  answer: z.ZodMiniType<Page>,
  itemsOf: (page: Page) => readonly Item[],
): PagedList<Item> {
  const queryKey = [...queryKeys.admin, path, filters]
  const query = useInfiniteQuery<
    ListPage<Item>,
    ApiProblem,
    ListData<Item>,
    typeof queryKey,
    string | null
  >({
    ...adminQuery,
    queryKey,
    queryFn: async ({ pageParam: cursor }) => {
      const page = await adminRequest(`${path}?${toQuery({ ...filters, cursor })}`, { answer })
      return { items: itemsOf(page), nextCursor: page.nextCursor }
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: useAdminAccess().status === 'open',
  })
  const { data, error, isFetchNextPageError, hasNextPage, fetchNextPage } = query
  const shown = useShown({ ...query, error: isFetchNextPageError ? null : error }, queryKey)

  return {
    ...shown,
    items: data?.pages.flatMap(({ items }) => items) ?? null,
    hasMore: hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailure: isFetchNextPageError ? error : null,
    reload: () => {
      shown.reload()
      refreshFigures()
    },
    refresh: () => {
      // With further pages it would move the reader's place.
      if (data === undefined || data.pages.length < 2) shown.refresh()
    },
    loadMore: () => void fetchNextPage(),
    replace: async (item) => {
      const { fetchStatus, fetchMeta } = queryClient.getQueryState(queryKey) ?? {}
      await replaceItem(queryKey, item)
      // A further page on its way has been dropped.
      if (fetchStatus === 'fetching' && fetchMeta?.fetchMore) void fetchNextPage()
      refreshFigures()
    },
  }
}

/** Stores the server's new version of an item. */
export async function replaceItem(queryKey: QueryKey, item: Listed): Promise<void> {
  await changeNewestData<ListData<Listed>>(queryKey, (data) => ({
    ...data,
    pages: data.pages.map(({ items, nextCursor }) => ({
      items: items.map((known) => (known.id === item.id ? item : known)),
      nextCursor,
    })),
  }))
}

/** Runs an action of the admin area, with a toast if it fails. */
export function useAdminAction(failureTitle: () => string) {
  const { isPending, mutate } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError: (failure) => toastFailure(failureTitle(), failureText(failure)),
  })
  return { isPending, run: (action: () => Promise<void>): void => mutate(action) }
}

const delayMs = 2000

/** Calls `refresh` a moment after a purchase event; several events at once cause one call. */
export function useLiveRefresh(
  refresh: () => void,
  subscribe: (listener: () => void) => () => void = subscribeToPurchases,
): void {
  const refreshLatest = useEffectEvent(refresh)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        refreshLatest()
      }, delayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
}
