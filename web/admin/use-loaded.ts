import { useCallback, useEffect, useState } from 'react'
import { useAdminAccess } from './admin-session.ts'

export interface Loaded<Value> {
  /** The last answer, kept while a newer one is on its way. */
  readonly value: Value | null
  readonly isLoading: boolean
  /** Why the last call brought nothing. */
  readonly failure: unknown
  readonly reload: () => void
  /** Asks again without a sign of it: what is shown stays when nothing newer comes. */
  readonly refresh: () => void
}

interface Attempt {
  readonly number: number
  readonly isQuiet: boolean
}

interface Outcome<Value> extends Pick<Loaded<Value>, 'value' | 'failure'> {
  readonly load: () => Promise<Value>
  readonly attempt: Attempt
}

/** What a call answers: asked for at once, on `reload`, and again when the admin area opens again. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null)
  const [attempt, setAttempt] = useState<Attempt>({ number: 0, isQuiet: false })
  const isOpen = useAdminAccess().status === 'open'

  useEffect(() => {
    if (!isOpen) return undefined
    let isWanted = true
    const settle = (
      answer: (before: Outcome<Value> | null) => Pick<Loaded<Value>, 'value' | 'failure'>,
    ): void => {
      if (!isWanted) return
      // What answered another question says nothing of this one.
      setOutcome((last) => ({ ...answer(last?.load === load ? last : null), load, attempt }))
    }
    load().then(
      (value) => settle(() => ({ value, failure: null })),
      (failure: unknown) =>
        settle((before) => ({
          value: before?.value ?? null,
          failure: before && attempt.isQuiet ? before.failure : failure,
        })),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt, isOpen])

  const isAsking = outcome?.load !== load || outcome.attempt !== attempt
  const isLoading = outcome?.load !== load || (isAsking && !attempt.isQuiet)
  return {
    value: outcome?.value ?? null,
    isLoading,
    failure: isLoading ? null : outcome.failure,
    reload: useCallback(
      () => setAttempt(({ number }) => ({ number: number + 1, isQuiet: false })),
      [],
    ),
    refresh: useCallback(() => {
      if (!isAsking) setAttempt(({ number }) => ({ number: number + 1, isQuiet: true }))
    }, [isAsking]),
  }
}
