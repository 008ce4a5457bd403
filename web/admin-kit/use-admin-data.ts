import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import type * as z from 'zod/mini'
import type { AnswerOf, Endpoint, QueryValues } from '#contract/endpoint.ts'
import { readPlayer } from '#contract/players.ts'
import { listSections, listSiteChanges } from '#contract/site.ts'
import { readToday, type TodayView } from '#contract/staff.ts'
import type { ApiProblem, CallArguments } from '#web/app/api-client.ts'
import { subscribeToPurchases } from '#web/app/events.ts'
import { queryClient, queryKeys, changeNewestData } from '#web/app/query-client.ts'
import { endTopic, toastFailure } from '#web/app/toasts.ts'
import { adminCall, useAdminAccess } from './session.ts'
import { failureText } from './texts.ts'

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

/** An answer for the staff, requested once the admin area is open. */
export function useAdminQuery<Given extends Endpoint>(
  endpoint: Given,
  ...request: CallArguments<Given>
): Loaded<AnswerOf<Given>> {
  const queryKey = [...queryKeys.admin, endpoint.path, ...request]
  const query = useQuery({
    ...adminQuery,
    queryKey,
    queryFn: () => adminCall(endpoint, ...request),
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

export function useToday(): Loaded<TodayView> {
  return useAdminQuery(readToday)
}

/** Requests the figures and the open page of a player in the background, and what else an action has changed. */
export function refreshFigures(...endpoints: readonly Pick<Endpoint, 'path'>[]): void {
  for (const { path } of [readToday, readPlayer, ...endpoints]) {
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.admin, path] })
  }
}

/** Requests in the background what a change of the site or of a text has changed. */
export function refreshEdits(): void {
  refreshFigures(listSections, listSiteChanges)
}

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

interface Listed {
  readonly id: string | number
}

interface ListEndpoint<Page, Query> extends Endpoint {
  readonly query: z.ZodMiniType<unknown, Query>
  readonly answer: z.ZodMiniType<Page>
}

export function usePagedList<
  Page extends { readonly nextCursor: string | null },
  Query,
  Item extends Listed,
>(
  endpoint: ListEndpoint<Page, Query>,
  filters: QueryValues<keyof Query>,
  itemsOf: (page: Page) => readonly Item[],
): PagedList<Item>
export function usePagedList<
  Page extends { readonly nextCursor: string | null },
  Item extends Listed,
>(
  endpoint: ListEndpoint<Page, Readonly<Record<string, unknown>>>,
  filters: QueryValues<string>,
  itemsOf: (page: Page) => readonly Item[],
): PagedList<Item> {
  const queryKey = [...queryKeys.admin, endpoint.path, filters]
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
      const page = await adminCall(endpoint, { query: { ...filters, cursor } })
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

/** Runs an action of the admin area, with a toast if it fails, until it is tried again. */
export function useAdminAction(
  failureTitle: () => string,
  explain: (failure: unknown) => string = failureText,
) {
  const topic = useId()
  const { isPending, mutate } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onMutate: () => endTopic(topic),
    onError: (failure) => toastFailure(failureTitle(), explain(failure), topic),
  })
  return { isPending, run: (action: () => Promise<void>): void => mutate(action) }
}

const delayMs = 2000

/** Whether somebody reads or types in a dialog, whose row could go meanwhile. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/** Whether the focus is in a card of a list, which must not move meanwhile. */
export function isInCard(): boolean {
  return Boolean(document.activeElement?.closest('article'))
}

/**
 * Calls `refresh` a moment after a purchase event, or once nobody `isAtWork` any more; several events
 * at once cause one call.
 */
export function useLiveRefresh(
  refresh: () => void,
  subscribe: (listener: () => void) => () => void = subscribeToPurchases,
  isAtWork = isDialogOpen,
): void {
  const refreshLatest = useEffectEvent(refresh)
  const mustWait = useEffectEvent(isAtWork)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = (): void => {
      timer = mustWait() ? setTimeout(run, delayMs) : undefined
      if (timer === undefined) refreshLatest()
    }
    const stop = subscribe(() => {
      timer ??= setTimeout(run, delayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
}
