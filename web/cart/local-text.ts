/** One text in the browser's local storage, watched in this tab and in all others. */
export interface LocalText {
  readonly read: () => string | null
  readonly write: (text: string) => void
  /** Calls the listener after every change; answers the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Where storage is refused or full the text lives on in memory, for this tab only. */
export function localText(key: string): LocalText {
  const listeners = new Set<() => void>()
  let unsaved: string | null = null

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function notifyOfOtherTab(event: StorageEvent): void {
    if (event.key === key || event.key === null) notify()
  }

  return {
    read: () => unsaved ?? readStorage(key),
    write: (text) => {
      unsaved = writeStorage(key, text) ? null : text
      notify()
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', notifyOfOtherTab)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', notifyOfOtherTab)
      }
    },
  }
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStorage(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
