import { createListeners } from '#web/listeners.ts'
import { readStored, writeStored } from './browser-storage.ts'

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
