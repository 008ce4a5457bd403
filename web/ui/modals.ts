import { useSyncExternalStore } from 'react'

/** The open modals, the topmost last. */
let modals: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Opens a modal that `useTopModal` returns until it is closed. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  setModals([...modals, dialog])
  dialog.addEventListener('close', function closed() {
    // A parent may have opened it again at once.
    if (dialog.open) return
    dialog.removeEventListener('close', closed)
    setModals(modals.filter((modal) => modal !== dialog))
  })
}

/** The modal above the page, where everything outside it is inert and silent; null without one. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => modals.at(-1) ?? null,
    () => null,
  )
}

function setModals(next: readonly HTMLDialogElement[]): void {
  modals = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
