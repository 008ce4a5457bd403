import { useId, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import type { RgbColor } from '#domain/color.ts'
import { Icon } from '#web/art/icon.tsx'
import { ItemColorEditor } from '#web/cart/item-color-editor.tsx'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

interface ItemColorProps {
  readonly item: CartItem
  readonly color: RgbColor
  /** The item is being paid in the colour that it has. */
  readonly isFrozen: boolean
}

/** The colour of one tag, to be changed until it is paid. Another colour opens another order. */
export function ItemColor({ item, color, isFrozen }: ItemColorProps) {
  const [isOpen, setIsOpen] = useState(false)
  const editorId = useId()
  return (
    <div className="mt-4">
      <Button
        tone="secondary"
        aria-expanded={isOpen}
        aria-controls={isOpen ? editorId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        icon={<Icon name="chevron-down" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />}
      >
        {isOpen ? m.checkout_color_close() : m.checkout_color_open()}
        <span className="sr-only"> {itemTitle(item)}</span>
      </Button>
      <p aria-live="polite" className="mt-3 text-sm text-amber empty:hidden">
        {isOpen && isFrozen && m.checkout_color_frozen()}
      </p>
      {isOpen && (
        <div id={editorId} className="mt-4 animate-rise">
          <ItemColorEditor item={item} color={color} disabled={isFrozen} />
        </div>
      )}
    </div>
  )
}
