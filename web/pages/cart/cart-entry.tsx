import { useId, useRef, useState } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { Icon } from '#web/art/icon.tsx'
import { isSold } from '#web/cart/cart-choices.ts'
import { ItemCard } from '#web/cart/item-card.tsx'
import { itemTitle } from '#web/cart/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isEditable, ItemEditor } from './item-editor.tsx'

/** Where the focus goes when an item comes back. */
export function removeButtonId(itemId: string): string {
  return `remove-${itemId}`
}

interface CartEntryProps {
  readonly item: CartItem
  readonly onRemove: () => void
}

/** One item of the cart, to be edited in place and removed. */
export function CartEntry({ item, onRemove }: CartEntryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const editorId = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const isSellable = isSold(item)
  const title = itemTitle(item)

  function close() {
    setIsOpen(false)
    editButton.current?.focus()
  }

  return (
    <ItemCard
      item={item}
      action={
        <>
          {isSellable && isEditable(item) && (
            <Button
              ref={editButton}
              tone="quiet"
              size="square"
              aria-label={m.cart_edit_item({ name: title })}
              title={m.cart_edit()}
              aria-expanded={isOpen}
              aria-controls={isOpen ? editorId : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon name="edit" />
            </Button>
          )}
          <Button
            id={removeButtonId(item.id)}
            tone="quiet"
            size="square"
            aria-label={m.cart_remove_item({ name: title })}
            title={m.cart_remove()}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </Button>
        </>
      }
    >
      {!isSellable && (
        <Notice tone="warning" className="mt-4">
          {m.cart_not_sold()}
        </Notice>
      )}
      <p aria-live="polite" className="sr-only">
        {isOpen && `${title} · ${formatCents(cartItemPriceCents(item))}`}
      </p>
      {isOpen && isSellable && <ItemEditor id={editorId} item={item} onDone={close} />}
    </ItemCard>
  )
}
