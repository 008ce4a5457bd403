import { useRef, type FocusEvent } from 'react'
import { useLiveRefresh } from './use-live-refresh.ts'

/**
 * As `useLiveRefresh`, but waits while the focus is in the list: where the staff is at work nothing
 * moves or goes, a reason half written least of all. Give the answer to the element around the list.
 */
export function usePatientRefresh(
  refresh: () => void,
  subscribe: Parameters<typeof useLiveRefresh>[1],
) {
  const place = useRef<HTMLDivElement>(null)
  const hasMissed = useRef(false)

  useLiveRefresh(() => {
    hasMissed.current = place.current?.contains(document.activeElement) === true
    if (!hasMissed.current) refresh()
  }, subscribe)

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    // Who looks into another window comes back to the same field.
    const stays =
      currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
    if (stays || !hasMissed.current) return
    hasMissed.current = false
    refresh()
  }

  return { ref: place, onBlur }
}
