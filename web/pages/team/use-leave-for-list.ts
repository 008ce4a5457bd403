import { useEffect, useRef } from 'react'
import { useNavigate } from '#web/components/use-navigate.ts'
import { prefetchPage } from '#web/navigation.ts'
import { paths } from '#web/paths.ts'

/** The way back to the list, for the end of a saving that took a while: not from another page by then. */
export function useLeaveForList(): () => void {
  const navigate = useNavigate()
  const isShown = useRef(false)

  useEffect(() => {
    isShown.current = true
    // The network may be gone when the list is wanted.
    prefetchPage(paths.team())
    return () => {
      isShown.current = false
    }
  }, [])

  return () => {
    if (isShown.current) navigate(paths.team())
  }
}
