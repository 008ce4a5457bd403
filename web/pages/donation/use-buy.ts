import { useEffect, useRef, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import { addToCart } from '#web/cart/cart-store.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { useNavigate } from '#web/components/use-navigate.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { toast } from '#web/toasts.ts'

interface Buying {
  /** The item is in the cart, and the cart's page is on its way. */
  readonly isLeaving: boolean
  /** Puts an item into the cart, says so, and goes there; each item once, however often it is pressed. */
  readonly buy: (item: Omit<CartItem, 'id'>) => void
}

/** 'Acheter maintenant'. */
export function useBuy(): Buying {
  const [isLeaving, setIsLeaving] = useState(false)
  // The next drawing may come later than a second press.
  const added = useRef<string | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const reset = (): void => setIsLeaving(false)
    // Coming back with the browser's back button can show this page as it was left.
    addEventListener('pageshow', reset)
    // Without a network the cart does not come, and another press must be possible.
    addEventListener('offline', reset)
    return () => {
      removeEventListener('pageshow', reset)
      removeEventListener('offline', reset)
    }
  }, [])

  function buy(item: Omit<CartItem, 'id'>): void {
    // The same, pressed again when the cart could not be shown: the press is for going there.
    const wanted = JSON.stringify(item)
    if (added.current !== wanted) {
      added.current = wanted
      addToCart(item)
      toast({ title: m.cart_added(), description: itemTitle(item), tone: 'success' })
    }
    setIsLeaving(navigator.onLine)
    navigate(paths.cart())
  }

  return { isLeaving, buy }
}
