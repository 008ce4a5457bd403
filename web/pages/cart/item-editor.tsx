import type { CartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { choicesFor, withOffer } from '#web/cart/cart-choices.ts'
import { changeInCart } from '#web/cart/cart-store.ts'
import { ItemColorEditor } from '#web/cart/item-color-editor.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'

/** Whether anything of an entry can be chosen anew. */
export function isEditable(item: CartItem): boolean {
  return choicesFor(item).length > 0 || item.color !== undefined
}

interface ItemEditorProps {
  readonly id: string
  readonly item: CartItem
  readonly onDone: () => void
}

/** Duration or tier and colour of one entry. Every choice is in the cart at once. */
export function ItemEditor({ id, item, onDone }: ItemEditorProps) {
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
          detail={formatCents(offer.priceCents)}
        />
      ))}
    </ChoiceGroup>
  )
}

function choiceTitle({ durationMonths, tier, name }: Offer): string {
  return durationMonths === null ? (tier ?? name) : m.duration_months({ count: durationMonths })
}
