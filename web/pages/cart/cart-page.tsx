import { useEffect, useRef, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import { removeFromCart, useCart } from '#web/cart/cart-store.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { removeButtonId } from './cart-entry.tsx'
import { CartList } from './cart-list.tsx'
import { CartTotal } from './cart-total.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { LoadingCart } from './loading-cart.tsx'

interface Removal {
  readonly item: CartItem
  readonly undo: () => void
}

/** What was put into the cart on this device. */
export default function CartPage() {
  const items = useCart()
  const [removal, setRemoval] = useState<Removal | null>(null)

  const restoredId = useRef<string | null>(null)

  useEffect(() => {
    // Undo went away with its notice, and the focus should not go with it.
    if (restoredId.current === null) return
    document.getElementById(removeButtonId(restoredId.current))?.focus()
    restoredId.current = null
  })

  function remove(item: CartItem) {
    setRemoval({ item, undo: removeFromCart(item.id) })
  }

  function undo({ item, undo: putBack }: Removal) {
    putBack()
    restoredId.current = item.id
    setRemoval(null)
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading eyebrow={m.cart_eyebrow()} title={m.cart_title()} />
      <div aria-live="polite">
        {removal && (
          <RemovalNotice
            key={removal.item.id}
            title={itemTitle(removal.item)}
            onUndo={() => undo(removal)}
          />
        )}
      </div>
      {items === null && <LoadingCart />}
      {items?.length === 0 && <EmptyCart />}
      {items !== null && items.length > 0 && (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <CartList items={items} onRemove={remove} />
          <CartTotal items={items} />
        </div>
      )}
    </div>
  )
}

interface RemovalNoticeProps {
  readonly title: string
  readonly onUndo: () => void
}

/** Takes the focus from the button that went away with its item. */
function RemovalNotice({ title, onUndo }: RemovalNoticeProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => place.current?.focus(), [])

  return (
    <div ref={place} tabIndex={-1}>
      <Notice className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
          {m.cart_removed({ name: title })}
          <Button tone="secondary" onClick={onUndo}>
            {m.cart_undo()}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
