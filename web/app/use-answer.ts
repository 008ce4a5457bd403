import { useCallback, useEffect, useRef, useState } from 'react'
import { onReturn } from './subscriptions.ts'
import { ApiProblem } from './api-client.ts'

export type AnswerState<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed'; readonly problem: ApiProblem }

export interface AnswerControl<Value> {
  readonly state: AnswerState<Value>
  readonly isAsking: boolean
  /** Asks once more. What is shown stays until the answer is here. */
  readonly askAgain: () => Promise<void>
  /** Puts in what the page has learnt in another way. */
  readonly replace: (change: (value: Value) => Value) => void
}

/**
 * What our server answers, asked when the page opens, and again when the visitor comes back to it or
 * the network does. `ask` must be the same function at each drawing.
 */
export function useAnswer<Value>(ask: () => Promise<Value>): AnswerControl<Value> {
  const [state, setState] = useState<AnswerState<Value>>({ status: 'waiting' })
  const [isAsking, setIsAsking] = useState(true)
  // Answers may overtake each other: only that to the latest question counts.
  const latestRound = useRef(0)

  const askOnce = useCallback(async () => {
    latestRound.current += 1
    const round = latestRound.current
    const next = await stateOf(ask())
    if (round !== latestRound.current) return
    setIsAsking(false)
    setState((before) => keepThroughTrouble(before, next))
  }, [ask])

  const askAgain = useCallback(() => {
    setIsAsking(true)
    return askOnce()
  }, [askOnce])

  useEffect(() => {
    void askOnce()
    const stop = onReturn(() => void askAgain())
    return () => {
      stop()
      latestRound.current += 1
    }
  }, [askOnce, askAgain])

  const replace = useCallback((change: (value: Value) => Value) => {
    // An answer on its way may be older than what the page has learnt.
    latestRound.current += 1
    setIsAsking(false)
    setState((before) =>
      before.status === 'answered' ? { ...before, value: change(before.value) } : before,
    )
  }, [])

  return { state, isAsking, askAgain, replace }
}

async function stateOf<Value>(answer: Promise<Value>): Promise<AnswerState<Value>> {
  try {
    return { status: 'answered', value: await answer }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { status: 'failed', problem }
  }
}

/** What was known stays through a trouble that passes; a refusal takes it away. */
export function keepThroughTrouble<Value>(
  before: AnswerState<Value>,
  next: AnswerState<Value>,
): AnswerState<Value> {
  if (next.status !== 'failed' || before.status !== 'answered') return next
  const { status } = next.problem
  return status === 0 || status === 429 || status >= 500 ? before : next
}
