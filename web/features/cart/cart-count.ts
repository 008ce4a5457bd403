import { useEffect, useState, useSyncExternalStore } from 'react'
import { parseJsonList } from '#web/app/browser-storage.ts'
import { cartText } from './stored-cart.ts'

/**
 * The number of items in the cart; null on the server. Counted without parsing them, for which
 * the first page would need the catalogue; the pages that parse them drop invalid ones.
 */
export function useCartCount(): number | null {
  return useSyncExternalStore(
    cartText.subscribe,
    () => parseJsonList(cartText.read()).length,
    () => null,
  )
}

const justAddedMs = 2000

/** True for two seconds after an item was added, here or in another tab. `count` is null until it is known. */
export function useJustAdded(count: number | null): boolean {
  const [lastCount, setLastCount] = useState(count)
  const [risenTo, setRisenTo] = useState<number | null>(null)

  if (count !== lastCount) {
    setLastCount(count)
    // The first known count is not an addition: those items were there before the page opened.
    const rose = count !== null && lastCount !== null && count > lastCount
    setRisenTo(rose ? count : null)
  }

  useEffect(() => {
    const timer = risenTo === null ? undefined : setTimeout(() => setRisenTo(null), justAddedMs)
    return () => clearTimeout(timer)
  }, [risenTo])

  return risenTo !== null
}
