import { useEffect, useId, useRef, useState } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { Picture } from '#web/art/drawing.tsx'
import emptyCart from '#web/art/empty-cart.svg?raw'
import { Icon } from '#web/art/icon.tsx'
import { ItemOutlook } from '#web/features/perks/purchase-outlook.tsx'
import { Price } from '#web/features/products/price.tsx'
import { itemTitle } from '#web/features/products/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCartCode, type CodeState, type PricedItem } from './cart-code.ts'
import { choicesFor, isSold, soldTotalCents, withOffer } from './cart-choices.ts'
import { changeInCart, removeFromCart, useCart, useIsCartPersisted } from './cart-store.ts'
import { CodePanel } from './code-panel.tsx'
import { ItemCard, ItemColorEditor } from './item-card.tsx'
import { PriceChanges, usePriceChanges } from './price-changes.tsx'

interface Removal {
  readonly item: CartItem
  readonly undo: () => void
}

/** The items in the cart of this device. */
export default function CartPage() {
  const cart = useCart()
  // Not what a code makes of the prices.
  const priceChanges = usePriceChanges(cart)
  const code = useCartCode(cart ?? [])
  const items = cart?.map(code.priced) ?? null
  const [removal, setRemoval] = useState<Removal | null>(null)

  const restoredId = useRef<string | null>(null)

  useEffect(() => {
    // The undo button disappears with its notice, so the focus moves to the restored item.
    if (restoredId.current === null) return
    document.getElementById(removeButtonId(restoredId.current))?.focus()
    restoredId.current = null
  })

  function remove(item: CartItem) {
    setRemoval({ item, undo: removeFromCart(item.id) })
  }

  function undo({ item, undo: restore }: Removal) {
    restore()
    restoredId.current = item.id
    setRemoval(null)
  }

  return (
    <div className="page">
      <PageHeading eyebrow={m.cart_eyebrow()} title={m.cart_title()} />
      <div className="mb-6 empty:hidden">
        <PriceChanges changes={priceChanges} items={items} />
      </div>
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
          <CartTotal items={items} code={code} />
        </div>
      )}
    </div>
  )
}

interface RemovalNoticeProps {
  readonly title: string
  readonly onUndo: () => void
}

/** Takes the focus, because the button that had it disappeared with its item. */
function RemovalNotice({ title, onUndo }: RemovalNoticeProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => place.current?.focus(), [])

  return (
    <div ref={place} tabIndex={-1}>
      <Notice className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
          <span>{m.cart_removed({ name: title })}</span>
          <Button tone="secondary" onClick={onUndo}>
            {m.cart_undo()}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

interface CartListProps {
  readonly items: readonly PricedItem[]
  readonly onRemove: (item: CartItem) => void
}

export function CartList({ items, onRemove }: CartListProps) {
  return (
    <ul aria-label={m.cart_items_label()} className="grid content-start gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <CartEntry item={item} items={items} onRemove={() => onRemove(item)} />
        </li>
      ))}
    </ul>
  )
}

/** The button that gets the focus when an item is restored. */
function removeButtonId(itemId: string): string {
  return `remove-${itemId}`
}

interface CartEntryProps {
  readonly item: PricedItem
  readonly items: readonly CartItem[]
  readonly onRemove: () => void
}

/** One item of the cart, which can be edited in place and removed. */
function CartEntry({ item, items, onRemove }: CartEntryProps) {
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
      {isSellable && <ItemOutlook item={item} items={items} />}
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

/** Whether anything of an entry can be changed. */
function isEditable(item: CartItem): boolean {
  return choicesFor(item).length > 0 || item.color !== undefined
}

interface ItemEditorProps {
  readonly id: string
  readonly item: CartItem
  readonly onDone: () => void
}

/** Duration or tier, and colour, of one entry. Every change is saved at once. */
function ItemEditor({ id, item, onDone }: ItemEditorProps) {
  const choices = choicesFor(item)
  return (
    <div id={id} className="mt-5 grid animate-rise gap-6 border-t border-line pt-5">
      {choices.length > 0 && <OfferChoice item={item} offers={choices} />}
      {item.color && <ItemColorEditor item={item} color={item.color} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-muted">{m.cart_edit_saved()}</p>
        <Button tone="secondary" onClick={onDone}>
          {m.cart_edit_done()}
        </Button>
      </div>
    </div>
  )
}

interface OfferChoiceProps {
  readonly item: CartItem
  readonly offers: readonly Offer[]
}

function OfferChoice({ item, offers }: OfferChoiceProps) {
  function choose(key: string) {
    const offer = offers.find((other) => other.key === key)
    if (offer) changeInCart(item.id, (entry) => withOffer(entry, offer))
  }

  return (
    <ChoiceGroup legend={item.type === 'Reskin' ? m.cart_edit_tier() : m.cart_edit_duration()}>
      {offers.map((offer) => (
        <ChoiceCard
          key={offer.key}
          name={`offer-${item.id}`}
          value={offer.key}
          checked={offer.name === item.name && offer.durationMonths === (item.duration ?? null)}
          onChoose={choose}
          title={choiceTitle(offer)}
          detail={<Price of={offer} />}
        />
      ))}
    </ChoiceGroup>
  )
}

function choiceTitle({ durationMonths, tier, name }: Offer): string {
  return durationMonths === null ? (tier ?? name) : m.duration_months({ count: durationMonths })
}

interface CartTotalProps {
  readonly items: readonly PricedItem[]
  readonly code: CodeState
}

/** The total of the items that are sold, their code, and the link to the checkout. */
export function CartTotal({ items, code }: CartTotalProps) {
  const count = items.filter(isSold).length
  const reason = disabledReason(count, useIsCartPersisted())
  return (
    <Panel tone="crystal" className="self-start lg:sticky lg:top-24">
      <p className="text-muted">{m.cart_count({ count })}</p>
      <p className="mt-1 mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-lg font-semibold">{m.cart_total()}</span>
        <span className="font-display text-3xl font-bold">
          {formatCents(soldTotalCents(items))}
        </span>
      </p>
      {site().takesCodes && <CodePanel items={items} code={code} />}
      {reason === null ? (
        <>
          <ButtonLink href={paths.checkout()} size="large" className="w-full">
            {m.cart_checkout()}
          </ButtonLink>
          <p className="mt-4 text-sm text-muted">{m.cart_pay_with_paypal()}</p>
        </>
      ) : (
        <DisabledCheckout reason={reason} />
      )}
      <ButtonLink href={paths.donation()} tone="quiet" className="mt-2 w-full">
        {m.cart_continue()}
      </ButtonLink>
    </Panel>
  )
}

function disabledReason(soldCount: number, isPersisted: boolean): string | null {
  if (soldCount === 0) return m.cart_nothing_sold()
  // The checkout is a new document: it would find no cart, and send the buyer back here.
  return isPersisted ? null : m.cart_not_kept()
}

function DisabledCheckout({ reason }: { readonly reason: string }) {
  const reasonId = useId()
  return (
    <>
      <Button size="large" className="w-full" disabled aria-describedby={reasonId}>
        {m.cart_checkout()}
      </Button>
      <p id={reasonId} className="mt-4 text-sm text-muted">
        {reason}
      </p>
    </>
  )
}

function EmptyCart() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center text-center">
      <Picture svg={emptyCart} className="max-w-80" />
      <h2 className="mt-6 text-2xl">{m.cart_empty_title()}</h2>
      <p className="mt-3 mb-6 text-muted">{m.cart_empty_text()}</p>
      <ButtonLink href={paths.donation()} size="large">
        {m.to_shop()}
      </ButtonLink>
    </div>
  )
}

/** A placeholder until this device's storage can be read, which is never on the server. */
function LoadingCart() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <LoadingText>{m.cart_loading()}</LoadingText>
      <Skeleton className="h-32" />
      <Skeleton className="h-56" />
    </div>
  )
}
