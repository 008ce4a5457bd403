import type { CartItem } from '../../../domain/cart.ts'
import { Icon } from '../../art/icon.tsx'
import { ItemCard } from '../../cart/item-card.tsx'
import { itemTitle } from '../../cart/product-text.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'

/** Where the focus goes when an item comes back. */
export function removeButtonId(itemId: string): string {
  return `remove-${itemId}`
}

interface CartListProps {
  readonly items: readonly CartItem[]
  readonly onRemove: (item: CartItem) => void
}

export function CartList({ items, onRemove }: CartListProps) {
  return (
    <ul aria-label={m.cart_items_label()} className="grid content-start gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            action={
              <Button
                id={removeButtonId(item.id)}
                tone="quiet"
                size="square"
                aria-label={m.cart_remove_item({ name: itemTitle(item) })}
                title={m.cart_remove()}
                onClick={() => onRemove(item)}
              >
                <Icon name="trash" />
              </Button>
            }
          />
        </li>
      ))}
    </ul>
  )
}
