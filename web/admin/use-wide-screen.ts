import { useSyncExternalStore } from 'react'

const query = '(width >= 77rem)'

/** Whether a table of seven columns has room. Drawing one of two views beats hiding one of two. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
