import { useEffect, useId, useRef, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import type { Cents } from '#domain/money.ts'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { addToCart } from '#web/features/cart/stored-cart.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { itemTitle } from './product-text.ts'

interface BuyBarProps {
  /** The current choice; null disables the button. */
  readonly chosen: { readonly title: string; readonly priceCents: Cents } | null
  /** Shown while nothing is chosen. */
  readonly missing: string
  /** The choice is in the cart, and the cart's page is loading. */
  readonly isLeaving: boolean
  readonly onBuy: () => void
  /** The button's label; 'Acheter maintenant' by default. */
  readonly label?: string
  /** Keeps the disabled button focusable: a press on it runs this to ask for the choice. */
  readonly onMissing?: () => void
}

/** The end of every product page: the choice, its price and the buy button. */
export function BuyBar(props: BuyBarProps) {
  const { chosen, missing, isLeaving, onBuy, label = m.buy_now(), onMissing } = props
  const statusId = useId()
  const isIncomplete = chosen === null && onMissing !== undefined
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-3 sm:static sm:mx-0 sm:border-t-0 sm:bg-transparent sm:px-0">
      <p id={statusId} aria-live="polite" className="min-w-0">
        {chosen === null ? (
          <span className="text-muted">{missing}</span>
        ) : (
          <>
            <span className="block text-sm text-muted">{m.buy_chosen()}</span>
            <span className="font-display text-xl font-bold">
              {`${chosen.title} · ${formatCents(chosen.priceCents)}`}
            </span>
          </>
        )}
      </p>
      <Button
        size="large"
        pending={isLeaving}
        aria-describedby={statusId}
        {...(isIncomplete
          ? {
              'aria-disabled': true,
              tone: 'quiet',
              className:
                'cursor-not-allowed! cut-fill-raised! cut-line-line! max-sm:px-5 max-sm:text-base',
              onClick: onMissing,
            }
          : {
              disabled: chosen === null,
              className: 'max-sm:px-5 max-sm:text-base',
              onClick: onBuy,
            })}
      >
        {label}
      </Button>
    </div>
  )
}

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
