import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import {
  addToast,
  dismissToast,
  displayMs,
  removeAfterDismissalMs,
  removeToast,
  type Toast,
  type ToastContent,
  type ToastList,
} from './toast-list.ts'

const none: ToastList = []
let list: ToastList = none
let lastId = 0
let paused = false
const dismissals = new Map<number, ReturnType<typeof setTimeout>>()
const { notify, subscribe } = createListeners()

/** Shows a short message, for 4 seconds unless said otherwise. */
export function toast(content: ToastContent): void {
  lastId += 1
  const added: Toast = { ...content, id: lastId, open: true }
  update(addToast(list, added))
  if (!paused) dismissLater(added)
}

/** Starts to take a toast away; a second dismissal changes nothing. */
export function dismiss(id: number): void {
  clearTimeout(dismissals.get(id))
  // Also for one that the limit has pushed out of the list meanwhile.
  dismissals.delete(id)
  if (!list.some((entry) => entry.id === id && entry.open)) return
  update(dismissToast(list, id))
  // A pointer or focus that went away with the last toast tells nobody.
  if (!list.some((entry) => entry.open)) paused = false
  setTimeout(() => update(removeToast(list, id)), removeAfterDismissalMs)
}

/** Keeps all toasts while someone reads or reaches for one. */
export function pauseToasts(): void {
  paused = true
  dismissals.forEach((timer) => clearTimeout(timer))
  dismissals.clear()
}

/** Lets toasts go again, each after its full time. */
export function resumeToasts(): void {
  if (!paused) return
  paused = false
  list.filter((entry) => entry.open).forEach(dismissLater)
}

export function currentToasts(): ToastList {
  return list
}

export function useToasts(): ToastList {
  return useSyncExternalStore(subscribe, currentToasts, () => none)
}

function dismissLater({ id, durationMs = displayMs }: Toast): void {
  if (durationMs === null) return
  dismissals.set(
    id,
    setTimeout(() => dismiss(id), durationMs),
  )
}

function update(next: ToastList): void {
  list = next
  notify()
}
