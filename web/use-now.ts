import { useSyncExternalStore } from 'react'

const tickMs = 10_000

/** The time in milliseconds since 1970, at most ten seconds old; null on a prerendered page. */
export function useNow(): number | null {
  return useSyncExternalStore(tick, currentTick, () => null)
}

function currentTick(): number {
  return Math.floor(Date.now() / tickMs) * tickMs
}

function tick(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
