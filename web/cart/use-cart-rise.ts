import { useEffect, useState } from 'react'

const riseMs = 2000

/**
 * True for two seconds after something was put into the cart, here or in another tab. `count` is
 * null until it is known.
 */
export function useCartRise(count: number | null): boolean {
  const [lastCount, setLastCount] = useState(count)
  const [risenTo, setRisenTo] = useState<number | null>(null)

  if (count !== lastCount) {
    setLastCount(count)
    // The first count that becomes known is no rise: the items were there before the page.
    const rose = count !== null && lastCount !== null && count > lastCount
    setRisenTo(rose ? count : null)
  }

  useEffect(() => {
    const timer = risenTo === null ? undefined : setTimeout(() => setRisenTo(null), riseMs)
    return () => clearTimeout(timer)
  }, [risenTo])

  return risenTo !== null
}
