import {
  QueryCache,
  QueryClient,
  focusManager,
  notifyManager,
  useQuery,
  type InfiniteData,
  type Query,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from './api-client.ts'
import { carried, carriedAt } from './first-view.ts'
import { onReturn, useIsHydrated } from './subscriptions.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What `call` throws. A cancelled request fails otherwise, which no page shows. */
    defaultError: ApiProblem
  }
}

/** A page that is loaded is shown by then, with all that it reads. */
const carriedFreshMs = 30_000

function isFromDocument(queryKey: QueryKey): boolean {
  const updatedAt = carriedAt(queryKey)
  return updatedAt !== undefined && updatedAt === queryClient.getQueryState(queryKey)?.dataUpdatedAt
}

/**
 * The data of our server in these pages. Each query is requested when a page opens that reads it,
 * and again when the visitor or the network returns.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Data stays through a failure, unless the server refuses it: the visitor may no longer see it.
    onError: (problem, query) => {
      if (isRefused(problem, query)) query.setState({ data: undefined })
    },
  }),
  defaultOptions: {
    // Without a network a request fails at once, and the page says so: a paused one would look as
    // if it were loading for ever.
    queries: {
      networkMode: 'always',
      retry: false,
      // What came with the document is as new as what the page would request now.
      staleTime: ({ queryKey }) => (isFromDocument(queryKey) ? carriedFreshMs : 0),
      refetchOnWindowFocus: 'always',
      // `refetchOnReturn` does it.
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always' },
  },
})

// Not in a task of its own, before which a switch would be painted without its pending value.
notifyManager.setScheduler(queueMicrotask)

/** The keys of the queries that events or other features change. A key includes those it begins. */
export const queryKeys = {
  session: ['session'],
  /** What only the admin area shows. */
  admin: ['admin'],
  balances: ['balance'],
  balance: (steamId: string | null) => ['balance', steamId],
  shopItems: ['shop-items'],
  serverStatus: ['server-status'],
  donors: ['donors'],
  newestListings: ['newest-listings'],
  site: ['site'],
  productTexts: ['product-texts'],
  /** Guides, rules, legal texts and news. */
  documents: ['documents'],
  /** What only the account or this browser may see. */
  account: ['account'],
  orders: ['account', 'orders'],
  order: (orderId: string) => ['account', 'orders', orderId],
  perks: ['account', 'perks'],
  perkReminders: ['account', 'perk-reminders'],
  wallet: (steamId: string) => ['account', 'wallet', steamId],
} as const

/** Makes the shown queries refetch whenever the visitor or the network returns. For browsers only. */
export function refetchOnReturn(): void {
  focusManager.setEventListener((onFocus) => onReturn(() => onFocus()))
}

/** Resolves when no request of these queries is under way any more. */
export async function requestsEnded(queryKey: QueryKey): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []))
}

/** The most pages of a list that are loaded again after a change. */
const maxPagesReloaded = 5

/**
 * Refetches what is shown of these queries after a change at the server. A response under way may
 * be older than the change, so it is awaited first.
 */
export async function refetchAfterChange(queryKey: QueryKey): Promise<void> {
  await requestsEnded(queryKey)
  queryClient.setQueriesData<InfiniteData<unknown>>(
    { queryKey, predicate: ({ queryType }) => queryType === 'infinite' },
    (loaded) =>
      loaded && loaded.pages.length > maxPagesReloaded
        ? {
            pages: loaded.pages.slice(0, maxPagesReloaded),
            pageParams: loaded.pageParams.slice(0, maxPagesReloaded),
          }
        : undefined,
  )
  await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/**
 * Stores data that the server sent by another way than the query's own request: an event, or the
 * response to a change. A response under way may be older, so it is dropped.
 */
export async function setNewestData(queryKey: QueryKey, value: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, value)
}

/**
 * Changes a part of the data in the same way. What is shown of the query is requested instead if
 * there is nothing to change, and in the background if a request was dropped, because the rest may
 * have changed as well. A dropped request for a further page is not repeated here.
 */
export async function changeNewestData<Value>(
  queryKey: QueryKey,
  change: (value: Value) => Value,
): Promise<void> {
  const { fetchStatus, fetchMeta } = queryClient.getQueryState(queryKey) ?? {}
  await queryClient.cancelQueries({ queryKey, exact: true })
  const changed = queryClient.setQueryData<Value>(queryKey, (value) => value && change(value))
  const isDropped = fetchStatus === 'fetching' && !fetchMeta?.fetchMore
  if (changed !== undefined && !isDropped) return
  const requested = queryClient.invalidateQueries({ queryKey, exact: true })
  if (changed === undefined) await requested
}

export type AnswerState<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed'; readonly problem: ApiProblem }

/** What to show of a query. */
export function answerState<Value>({
  data,
  error,
}: Pick<UseQueryResult<Value>, 'data' | 'error'>): AnswerState<Value> {
  if (data !== undefined) return { status: 'answered', value: data }
  return error === null ? { status: 'waiting' } : { status: 'failed', problem: error }
}

function isRefused({ status }: ApiProblem, { queryKey, state }: Query<unknown, unknown>): boolean {
  // The admin area hides its data itself while it is locked, and keeps it.
  if (queryKey[0] === queryKeys.admin[0]) return false
  // A further page that is refused says nothing about those before it.
  if (state.fetchMeta?.fetchMore) return false
  return status === 401 || status === 403 || status === 404
}

/** A query as a page shows it. */
export interface ServerData<Value> {
  readonly state: AnswerState<Value>
  /** The last data, whatever has failed since. */
  readonly data: Value | undefined
  /** Why the last request failed; null after a response. */
  readonly problem: ApiProblem | null
  readonly isFetching: boolean
  /** Requests again. The current state stays visible until the response arrives. */
  readonly refetch: () => Promise<unknown>
}

/** The data of a query: on a rendered page, and while that is hydrated, what its document carries. */
export function useServerData<Value, Key extends QueryKey>(
  options: UseQueryOptions<Value, ApiProblem, Value, Key>,
): ServerData<Value> {
  return useShownQuery(
    useQuery(options, queryClient),
    carried.getQueryData<Value>(options.queryKey),
  )
}

interface QueryResult<Value> {
  readonly data: Value | undefined
  readonly error: ApiProblem | null
  readonly errorUpdateCount: number
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

/** The same of a query with several pages. */
export function useShownQuery<Value>(
  query: QueryResult<Value>,
  carriedValue?: Value,
): ServerData<Value> {
  const { data, error, errorUpdateCount, isFetching, refetch } = query
  const isHydrated = useIsHydrated()
  const [lastProblem, setLastProblem] = useState(error)
  // A query without data forgets its failure when it is requested again.
  const isRetry = data === undefined && isFetching && errorUpdateCount > 0
  const problem = isRetry ? lastProblem : error
  if (problem !== lastProblem) setLastProblem(problem)

  // The frame hydrates before the page, and responses may arrive in between.
  if (!isHydrated) {
    const state = answerState({ data: carriedValue, error: null })
    return { state, data: carriedValue, problem: null, isFetching, refetch }
  }
  return { state: answerState({ data, error: problem }), data, problem, isFetching, refetch }
}
