import { useEffect, useState, useSyncExternalStore } from 'react'
import { cartText } from './stored-cart.ts'

/**
 * The number of items in the cart; null until it is known. Reading a cart needs the catalogue, so
 * that code is loaded only if there is a cart: most visitors of the first page have none.
 */
export function useCartCount(): number | null {
  const hasCart = useSyncExternalStore(cartText.subscribe, hasStoredCart, unknown)
  const [count, setCount] = useState<number | null>(null)
  if (hasCart === false && count !== 0) setCount(0)

  useEffect(() => {
    if (!hasCart) return undefined
    let isUnmounted = false
    let stop = (): void => undefined
    import('./cart-store.ts').then(
      ({ readCart, subscribeToCart }) => {
        if (isUnmounted) return
        const recount = (): void => setCount(readCart().length)
        stop = subscribeToCart(recount)
        recount()
      },
      // After a release, or offline, loading can fail; the link to the cart still works.
      () => undefined,
    )
    return () => {
      isUnmounted = true
      stop()
    }
  }, [hasCart])

  return count
}

function hasStoredCart(): boolean {
  return cartText.read() !== null
}

function unknown(): null {
  return null
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
