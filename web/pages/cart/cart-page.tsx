import { useState } from 'react'
import type { CartItem } from '../../../domain/cart.ts'
import { removeFromCart, useCart } from '../../cart/cart-store.ts'
import { itemTitle } from '../../cart/product-text.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { CartList } from './cart-list.tsx'
import { CartTotal } from './cart-total.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { LoadingCart } from './loading-cart.tsx'

interface Removal {
  readonly title: string
  readonly undo: () => void
}

/** What was put into the cart on this device. */
export default function CartPage() {
  const items = useCart()
  const [removal, setRemoval] = useState<Removal | null>(null)

  function remove(item: CartItem) {
    setRemoval({ title: itemTitle(item), undo: removeFromCart(item.id) })
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading title={m.cart_title()} />
      <div aria-live="polite">
        {removal && <RemovalNotice removal={removal} onDone={() => setRemoval(null)} />}
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

function RemovalNotice(props: { readonly removal: Removal; readonly onDone: () => void }) {
  const { removal, onDone } = props

  function undo() {
    removal.undo()
    onDone()
  }

  return (
    <Notice className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {m.cart_removed({ name: removal.title })}
        <Button tone="secondary" onClick={undo}>
          {m.cart_undo()}
        </Button>
      </div>
    </Notice>
  )
}
