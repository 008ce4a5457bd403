import { useEffect, useRef } from 'react'
import { useSession } from './session.ts'

/** Calls `refresh` when the account signs out, to remove its private data. Signing in loads a new document anyway. */
export function useSignOut(refresh: () => Promise<void>): void {
  const { status } = useSession()
  const before = useRef(status)

  useEffect(() => {
    if (before.current === 'player' && status === 'visitor') void refresh()
    before.current = status
  }, [status, refresh])
}
