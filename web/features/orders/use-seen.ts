import { useEffect, useEffectEvent } from 'react'

/** Calls `onSeen` with the last message that is shown, each time that somebody looks at the page. */
export function useSeen(last: number | undefined, onSeen: (last: number) => void): void {
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    if (last === undefined) return undefined
    const look = (): void => {
      if (document.visibilityState === 'visible') report(last)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [last])
}
