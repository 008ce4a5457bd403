import { useRef, useState } from 'react'
import type { CartItem } from '../../../domain/cart.ts'
import { addToCart } from '../../cart/cart-store.ts'
import { itemTitle } from '../../cart/product-text.ts'
import { useNavigate } from '../../components/use-navigate.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { toast } from '../../toasts.ts'

interface Buying {
  /** The item is in the cart, and the cart's page is on its way. */
  readonly isLeaving: boolean
  /** Puts an item into the cart, says so, and goes there; once, however often it is pressed. */
  readonly buy: (item: Omit<CartItem, 'id'>) => void
}

/** 'Acheter maintenant'. */
export function useBuy(): Buying {
  const [isLeaving, setIsLeaving] = useState(false)
  // The next drawing may come later than a second press.
  const isAdded = useRef(false)
  const navigate = useNavigate()

  function buy(item: Omit<CartItem, 'id'>): void {
    if (isAdded.current) return
    isAdded.current = true
    setIsLeaving(true)
    addToCart(item)
    toast({ title: m.cart_added(), description: itemTitle(item), tone: 'success' })
    navigate(paths.cart())
  }

  return { isLeaving, buy }
}
