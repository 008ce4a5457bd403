import { useCallback, useEffect, useRef, useState } from 'react'

/** After this time a visitor who is still here has stopped the other page, or stays for unsaved work. */
const stayedMs = 15_000

interface ExternalNavigation {
  /** True from the press until the other site has replaced this page. */
  readonly pending: boolean
  readonly start: () => void
}

/** Navigates to a page of another site, once, however often the button is pressed. */
export function useExternalNavigation(
  open: () => Promise<void>,
  onFailure: (reason: unknown) => void,
): ExternalNavigation {
  const [pending, setPending] = useState(false)
  // The next render may come later than a second press.
  const isLeaving = useRef(false)
  const stayTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const setLeaving = useCallback((leaving: boolean): void => {
    clearTimeout(stayTimer.current)
    isLeaving.current = leaving
    setPending(leaving)
  }, [])

  useEffect(() => {
    // The back button can restore this page as it was left.
    const reset = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setLeaving(false)
    }
    addEventListener('pageshow', reset)
    return () => {
      removeEventListener('pageshow', reset)
      clearTimeout(stayTimer.current)
    }
  }, [setLeaving])

  const start = (): void => {
    if (isLeaving.current) return
    setLeaving(true)
    open().then(
      () => {
        stayTimer.current = setTimeout(() => setLeaving(false), stayedMs)
      },
      (reason: unknown) => {
        setLeaving(false)
        onFailure(reason)
      },
    )
  }
  return { pending, start }
}
