/** Those who want to know when something has changed. */
export interface Listeners {
  readonly notify: () => void
  /** Calls the listener after every change; answers the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
