import { useEffect, useState, useSyncExternalStore } from 'react'
import { cartText } from './stored-cart.ts'

/**
 * How many items the cart holds; null until that is known. What reads a cart knows all that is sold,
 * so it is loaded only where there is a cart: most visitors of the first page have none.
 */
export function useCartCount(): number | null {
  const hasCart = useSyncExternalStore(cartText.subscribe, hasStoredCart, unknown)
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

function hasStoredCart(): boolean {
  return cartText.read() !== null
}

function unknown(): null {
  return null
}

const justAddedMs = 2000

/**
 * True for two seconds after something was put into the cart, here or in another tab. `count` is
 * null until it is known.
 */
export function useJustAdded(count: number | null): boolean {
  const [lastCount, setLastCount] = useState(count)
  const [risenTo, setRisenTo] = useState<number | null>(null)

  if (count !== lastCount) {
    setLastCount(count)
    // The first count that becomes known is no rise: the items were there before the page.
    const rose = count !== null && lastCount !== null && count > lastCount
    setRisenTo(rose ? count : null)
  }

  useEffect(() => {
    const timer = risenTo === null ? undefined : setTimeout(() => setRisenTo(null), justAddedMs)
    return () => clearTimeout(timer)
  }, [risenTo])

  return risenTo !== null
}
