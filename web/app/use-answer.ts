import { useCallback, useEffect, useRef, useState } from 'react'
import { onReturn } from './subscriptions.ts'
import { ApiProblem } from './api-client.ts'

export type AnswerState<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed'; readonly problem: ApiProblem }

export interface AnswerControl<Value> {
  readonly state: AnswerState<Value>
  readonly isFetching: boolean
  /** Requests again. The current data stays visible until the response arrives. */
  readonly refetch: () => Promise<void>
  /** Updates the data with what the page knows from elsewhere. */
  readonly replace: (change: (value: Value) => Value) => void
}

/**
 * Data of our server, requested when the page opens, and again when the visitor or the network
 * returns. `request` must be the same function in each render.
 */
export function useAnswer<Value>(request: () => Promise<Value>): AnswerControl<Value> {
  const [state, setState] = useState<AnswerState<Value>>({ status: 'waiting' })
  const [isFetching, setIsFetching] = useState(true)
  // Responses may overtake each other: only the one to the latest request counts.
  const latestRound = useRef(0)

  const fetchOnce = useCallback(async () => {
    latestRound.current += 1
    const round = latestRound.current
    const next = await stateOf(request())
    if (round !== latestRound.current) return
    setIsFetching(false)
    setState((before) => keepThroughTemporaryFailure(before, next))
  }, [request])

  const refetch = useCallback(() => {
    setIsFetching(true)
    return fetchOnce()
  }, [fetchOnce])

  useEffect(() => {
    void fetchOnce()
    const stop = onReturn(() => void refetch())
    return () => {
      stop()
      latestRound.current += 1
    }
  }, [fetchOnce, refetch])

  const replace = useCallback((change: (value: Value) => Value) => {
    // A response on its way may be older than this change.
    latestRound.current += 1
    setIsFetching(false)
    setState((before) =>
      before.status === 'answered' ? { ...before, value: change(before.value) } : before,
    )
  }, [])

  return { state, isFetching, refetch, replace }
}

async function stateOf<Value>(answer: Promise<Value>): Promise<AnswerState<Value>> {
  try {
    return { status: 'answered', value: await answer }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { status: 'failed', problem }
  }
}

/** Keeps the data through a temporary failure; any other error replaces it. */
export function keepThroughTemporaryFailure<Value>(
  before: AnswerState<Value>,
  next: AnswerState<Value>,
): AnswerState<Value> {
  if (next.status !== 'failed' || before.status !== 'answered') return next
  const { status } = next.problem
  return status === 0 || status === 429 || status >= 500 ? before : next
}
