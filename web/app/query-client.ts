import { QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { ApiProblem } from './api-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `requestJson` throws nothing else. */
    defaultError: ApiProblem
  }
}

/**
 * The data of our server in these pages. Each query is requested when a page opens that reads it,
 * and again when the visitor or the network returns.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a request fails at once, and the page says so: a paused one would look as
    // if it were loading for ever.
    queries: { networkMode: 'always', retry: false },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Stores data that the server sent by another way than the query's own request: an event, or the
 * response to a change. A response under way may be older, so it is dropped; if `change` finds
 * nothing to change, the query is requested instead.
 */
export async function setNewestData<Value>(
  queryKey: QueryKey,
  change: (value: Value | undefined) => Value | undefined,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  const changed = queryClient.setQueryData<Value>(queryKey, change)
  if (changed === undefined) await queryClient.invalidateQueries({ queryKey, exact: true })
}

export type AnswerState<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed'; readonly problem: ApiProblem }

/** What to show of a query. Its data stays through a temporary failure; any other error replaces it. */
export function answerState<Value>({
  data,
  error,
}: Pick<UseQueryResult<Value>, 'data' | 'error'>): AnswerState<Value> {
  if (data !== undefined && (error === null || isTemporary(error))) {
    return { status: 'answered', value: data }
  }
  return error === null ? { status: 'waiting' } : { status: 'failed', problem: error }
}

function isTemporary({ status }: ApiProblem): boolean {
  return status === 0 || status === 429 || status >= 500
}
