import { createListeners } from './subscriptions.ts'

/** What lasts on the device, and what lasts as long as the tab. */
export type StorageArea = 'localStorage' | 'sessionStorage'

/** The text kept under a key; null where there is none, or where the browser refuses storage. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text; false when the browser refuses storage or has no room left. */
export function writeStored(area: StorageArea, key: string, text: string): boolean {
  try {
    globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Forgets the text kept under a key. */
export function removeStored(area: StorageArea, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Where storage is refused nothing is kept.
  }
}

/** Kept JSON as a value to be checked; null where there is none, and where it is no JSON. */
export function readStoredJson(area: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

/** One text in the browser's local storage, watched in this tab and in all others. */
export interface LocalText {
  readonly read: () => string | null
  readonly write: (text: string) => void
  /** Whether the text outlives this page; false where the browser refuses storage or has no room. */
  readonly isKept: () => boolean
  /** Calls the listener after every change; answers the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Where storage is refused or full the text lives on in memory, for this tab only. */
export function localText(key: string): LocalText {
  const { notify, subscribe } = createListeners()
  let unsaved: string | null = null

  return {
    read: () => unsaved ?? readStored('localStorage', key),
    write: (text) => {
      unsaved = writeStored('localStorage', key, text) ? null : text
      notify()
    },
    isKept: () => unsaved === null,
    subscribe: (listener) => {
      function hearOtherTab(event: StorageEvent): void {
        if (event.key === key || event.key === null) listener()
      }
      const stop = subscribe(listener)
      window.addEventListener('storage', hearOtherTab)
      return () => {
        stop()
        window.removeEventListener('storage', hearOtherTab)
      }
    },
  }
}
