import { useId, useState } from 'react'
import { maxDetailsLength, type CartItem } from '#domain/cart.ts'
import type { RgbColor } from '#domain/color.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { Icon } from '#web/art/icon.tsx'
import { answerOf } from '#web/features/cart/cart-choices.ts'
import { changeInCart } from '#web/features/cart/cart-store.ts'
import { ItemCard, ItemColorEditor } from '#web/features/cart/item-card.tsx'
import { ItemOutlook } from '#web/features/perks/purchase-outlook.tsx'
import { detailsOf, itemTitle } from '#web/features/products/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ItemPayment, orderOf, type PaymentProps } from './item-payment.tsx'
import { mayBePaid } from './opened-order.ts'

interface OrderSummaryProps extends PaymentProps {
  /** The typed Steam ID; null while it is not valid. */
  readonly steamId: SteamId64 | null
  /** The item whose payment stands beside the sum. */
  readonly onlyItemId: string | null
}

/** The items, with what has to be known about each and, where there are several, its own payment. */
export function OrderSummary({ steamId, onlyItemId, ...props }: OrderSummaryProps) {
  const { items, options, pressedItemIds, checkout } = props
  return (
    <section>
      <h2 className="mb-4 text-xl">{m.checkout_items_title()}</h2>
      {items.some(({ type }) => type === 'Reskin') && <ReskinNotice />}
      <ul aria-label={m.cart_items_label()} className="mt-4 grid gap-4">
        {items.map((item) => {
          const order = orderOf(item, props)
          const isFrozen =
            checkout.state.openingItemIds.includes(item.id) ||
            pressedItemIds.includes(item.id) ||
            (order !== undefined && mayBePaid(order))
          return (
            <li key={item.id}>
              <ItemCard item={item}>
                <ItemOutlook item={item} items={items} steamId={steamId} />
                {item.color && <ItemColor item={item} color={item.color} isFrozen={isFrozen} />}
                <ItemDetails item={item} isFrozen={isFrozen} />
                {item.id !== onlyItemId && (
                  <div className="mt-4 border-t border-line pt-4">
                    <ItemPayment
                      {...props}
                      item={item}
                      isSecondary={items.length > 1 && options?.driver === 'orders'}
                    />
                  </div>
                )}
              </ItemCard>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A reskin is custom work: its design is agreed on in a ticket. */
function ReskinNotice() {
  return (
    <Notice
      tone="warning"
      title={m.checkout_reskin_title()}
      action={<DiscordLink newTab>{m.checkout_reskin_link()}</DiscordLink>}
    >
      {m.checkout_reskin_text()}
    </Notice>
  )
}

interface ItemDetailsProps {
  readonly item: CartItem
  /** The item is being paid with its current answer. */
  readonly isFrozen: boolean
}

/**
 * What the staff need to know about one item, which can also be answered where its order is. Another
 * answer needs another order.
 */
function ItemDetails({ item, isFrozen }: ItemDetailsProps) {
  const asked = detailsOf(item)
  if (!asked) return null
  return (
    <TextArea
      className="mt-4"
      label={asked.label}
      hint={
        <>
          <span>{asked.hint}</span>
          {answerOf(item) === '' && (
            <span className="mt-1 block">{m.checkout_answer_later({ question: asked.label })}</span>
          )}
        </>
      }
      readOnly={isFrozen}
      rows={2}
      maxLength={maxDetailsLength}
      value={item.details ?? ''}
      onChange={({ target }) =>
        changeInCart(item.id, (entry) => ({ ...entry, details: target.value }))
      }
    />
  )
}

interface ItemColorProps {
  readonly item: CartItem
  readonly color: RgbColor
  /** The item is being paid in its current colour. */
  readonly isFrozen: boolean
}

/** The colour of one tag, editable until it is paid. Another colour needs another order. */
function ItemColor({ item, color, isFrozen }: ItemColorProps) {
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
        <span>{isOpen ? m.color_close() : m.color_open()}</span>
        <span className="sr-only">{` ${itemTitle(item)}`}</span>
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
