import type { CartItem } from '#domain/cart.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { CartEntry } from './cart-entry.tsx'

interface CartListProps {
  readonly items: readonly CartItem[]
  readonly onRemove: (item: CartItem) => void
}

export function CartList({ items, onRemove }: CartListProps) {
  return (
    <ul aria-label={m.cart_items_label()} className="grid content-start gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <CartEntry item={item} onRemove={() => onRemove(item)} />
        </li>
      ))}
    </ul>
  )
}
