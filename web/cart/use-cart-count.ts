import { useEffect, useState, useSyncExternalStore } from 'react'
import { cartText } from './cart-text.ts'

/**
 * How many items the cart holds; null until that is known. What reads a cart knows all that is sold,
 * so it is loaded only where there is a cart: most visitors of the first page have none.
 */
export function useCartCount(): number | null {
  const hasCart = useSyncExternalStore(cartText.subscribe, isKept, unknown)
  const [count, setCount] = useState<number | null>(null)
  if (hasCart === false && count !== 0) setCount(0)

  useEffect(() => {
    if (!hasCart) return undefined
    let isGone = false
    let stop = (): void => undefined
    import('./cart-store.ts').then(
      ({ readCart, subscribeToCart }) => {
        if (isGone) return
        const recount = (): void => setCount(readCart().length)
        stop = subscribeToCart(recount)
        recount()
      },
      // After a new release, or offline: the link leads to the cart all the same.
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [hasCart])

  return count
}

function isKept(): boolean {
  return cartText.read() !== null
}

function unknown(): null {
  return null
}
