import { useSyncExternalStore } from 'react'

export function createListeners<Event extends readonly unknown[] = []>() {
  const listeners = new Set<(...event: Event) => void>()
  return {
    notify: (...event: Event): void => listeners.forEach((listener) => listener(...event)),
    /** Adds a listener; returns a function that removes it. */
    subscribe: (listener: (...event: Event) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Calls the listener when the visitor returns to the page, or the network does; returns a function
 * that unsubscribes.
 */
export function onReturn(listener: () => void): () => void {
  const onVisibility = (): void => {
    if (!document.hidden) listener()
  }
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', listener)
  }
}

/** Whether the browser reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** False on the server and while its page is hydrated, when it must show the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}

/** How far `useNow` may be behind. */
export const tickMs = 10_000

/** The time in milliseconds since 1970, at most ten seconds old; null on the server. */
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
