import { useSyncExternalStore } from 'react'

/** Where the text came from, on paper alone. */
export function PrintedAddress() {
  const address = useSyncExternalStore(
    never,
    () => location.origin + location.pathname,
    () => '',
  )
  return <p className="mt-8 hidden border-t border-line pt-3 text-sm print:block">{address}</p>
}

function never(): () => void {
  return () => undefined
}
