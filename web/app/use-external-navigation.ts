import { useCallback, useEffect, useRef, useState } from 'react'

/** Whoever is still here after that has stopped the other page, or stays for what he has not saved. */
const stayedMs = 15_000

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
  const stayed = useRef<ReturnType<typeof setTimeout>>(undefined)

  const setLeaving = useCallback((leaving: boolean): void => {
    clearTimeout(stayed.current)
    isLeaving.current = leaving
    setPending(leaving)
  }, [])

  useEffect(() => {
    // Coming back with the browser's back button shows this page as it was left.
    const reset = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setLeaving(false)
    }
    addEventListener('pageshow', reset)
    return () => {
      removeEventListener('pageshow', reset)
      clearTimeout(stayed.current)
    }
  }, [setLeaving])

  const start = (): void => {
    if (isLeaving.current) return
    setLeaving(true)
    depart().then(
      () => {
        stayed.current = setTimeout(() => setLeaving(false), stayedMs)
      },
      (reason: unknown) => {
        setLeaving(false)
        onFailure(reason)
      },
    )
  }
  return { pending, start }
}
