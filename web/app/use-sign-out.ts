import { useEffect, useRef } from 'react'
import { useSession } from './session.ts'

/** Refreshes what the account saw when it signs out. Signing in loads the page anew by itself. */
export function useSignOut(refresh: () => Promise<void>): void {
  const { status } = useSession()
  const before = useRef(status)

  useEffect(() => {
    if (before.current === 'player' && status === 'visitor') void refresh()
    before.current = status
  }, [status, refresh])
}
