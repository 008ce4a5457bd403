import { useCallback, useEffect, useRef, useState } from 'react'

interface Departure {
  /** True from the press until the other site's page has replaced this one. */
  readonly pending: boolean
  readonly start: () => void
}

/** Sends the visitor to a page of another site, once, however often it is pressed. */
export function useDeparture(
  depart: () => Promise<void>,
  onFailure: (reason: unknown) => void,
): Departure {
  const [pending, setPending] = useState(false)
  // The next drawing may come later than a second press.
  const isLeaving = useRef(false)

  const setLeaving = useCallback((leaving: boolean): void => {
    isLeaving.current = leaving
    setPending(leaving)
  }, [])

  useEffect(() => {
    // Coming back with the browser's back button shows this page as it was left.
    const reset = (): void => setLeaving(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [setLeaving])

  const start = (): void => {
    if (isLeaving.current) return
    setLeaving(true)
    depart().catch((reason: unknown) => {
      setLeaving(false)
      onFailure(reason)
    })
  }
  return { pending, start }
}
