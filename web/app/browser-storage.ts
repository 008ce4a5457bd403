import { createListeners } from './subscriptions.ts'

/** Storage of the device, and storage that ends with the tab. */
export type StorageArea = 'localStorage' | 'sessionStorage'

/** The text under a key; null when there is none, or when the browser refuses storage. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; false when the browser refuses storage or has no room left. */
export function writeStored(area: StorageArea, key: string, text: string): boolean {
  try {
    globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function removeStored(area: StorageArea, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // A browser that refuses storage has nothing stored.
  }
}

/** What begins the keys of texts that somebody typed, which leave this tab when they sign out or lock. */
export const draftPrefix = 'draft '

export function removeStoredDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // A browser that refuses storage has nothing stored.
  }
}

export function clearStored(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      globalThis[area].clear()
    } catch {
      // A browser that refuses storage has nothing stored.
    }
  }
}

/** Stored JSON, not yet validated; null when there is none, or when it is invalid. */
export function readStoredJson(area: StorageArea, key: string): unknown {
  return parseJson(readStored(area, key))
}

/** A stored text as JSON, not yet validated; null when there is none, or when it is invalid. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** A stored list, not yet validated. Wraps another value, so that it is reported and not dropped. */
export function parseJsonList(json: string | null): readonly unknown[] {
  if (json === null) return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : [value]
  } catch {
    return [json]
  }
}

/** One text in the browser's local storage, observed in this tab and in all others. */
export interface LocalText {
  readonly read: () => string | null
  /** Null removes it. */
  readonly write: (text: string | null) => void
  /** Whether the text outlives this page; false where the browser refuses storage or has no room. */
  readonly isPersisted: () => boolean
  /** Calls the listener after every change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Where storage is refused or full, the text stays in memory, for this tab only. */
export function localText(key: string): LocalText {
  const { notify, subscribe } = createListeners()
  let unsaved: string | null = null

  return {
    read: () => unsaved ?? readStored('localStorage', key),
    write: (text) => {
      if (text === null) removeStored('localStorage', key)
      unsaved = text === null || writeStored('localStorage', key, text) ? null : text
      notify()
    },
    isPersisted: () => unsaved === null,
    subscribe: (listener) => {
      function onStorage(event: StorageEvent): void {
        if (event.key === key || event.key === null) listener()
      }
      const stop = subscribe(listener)
      window.addEventListener('storage', onStorage)
      return () => {
        stop()
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}
