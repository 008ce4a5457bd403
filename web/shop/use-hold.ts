import { useEffect, useState, useSyncExternalStore } from 'react'
import { idle, type Hold } from './hold.ts'
import { createHoldClock, type HoldClock } from './hold-clock.ts'

/** The one hold of the page. Whoever looks away while holding has let go. */
export function useHold(): readonly [Hold, HoldClock['send']] {
  const [clock] = useState(createHoldClock)
  const hold = useSyncExternalStore(clock.subscribe, clock.read, () => idle)

  useEffect(() => {
    const release = (): void => void clock.send({ type: 'release' })
    document.addEventListener('visibilitychange', release)
    addEventListener('blur', release)
    return () => {
      document.removeEventListener('visibilitychange', release)
      removeEventListener('blur', release)
      clock.stop()
    }
  }, [clock])

  return [hold, clock.send]
}
