import { useEffect, useRef, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { itemTitle } from '#web/features/products/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { addToCart } from './stored-cart.ts'

/** Adds an item to the cart, shows a toast, and opens the cart. Repeated presses add the item once. */
export function useBuy() {
  const [isLeaving, setIsLeaving] = useState(false)
  // The next render may come later than a second press.
  const added = useRef<string | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const reset = (): void => setIsLeaving(false)
    // The back button can restore this page as it was left.
    addEventListener('pageshow', reset)
    // Without a network the cart does not load, and another press must be possible.
    addEventListener('offline', reset)
    return () => {
      removeEventListener('pageshow', reset)
      removeEventListener('offline', reset)
    }
  }, [])

  function buy(item: Omit<CartItem, 'id'>): void {
    // The same item again: the cart did not open, and this press only retries that.
    const text = JSON.stringify(item)
    const isNew = added.current !== text
    if (isNew) addToCart(item)
    added.current = text
    setIsLeaving(navigator.onLine)
    navigate(paths.cart())
    if (isNew) toast({ title: m.cart_added(), description: itemTitle(item), tone: 'success' })
  }

  /** `isLeaving`: the item is in the cart, and the cart's page is loading. */
  return { isLeaving, buy }
}
