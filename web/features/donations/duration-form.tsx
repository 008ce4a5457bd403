import { useEffect, useRef, useState } from 'react'
import { newCartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import type { RgbColor } from '#domain/color.ts'
import { pricePerMonthCents, savingCents, type TimedPrice } from '#domain/price-comparison.ts'
import type { ColorTag, TimedProduct } from '#domain/products.ts'
import { prefetchPage } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { Icon, type IconName } from '#web/art/icon.tsx'
import { useBuy } from '#web/features/cart/use-buy.ts'
import { PurchaseOutlook, SlotsText, useIsFull } from '#web/features/perks/purchase-outlook.tsx'
import { catalogue } from '#web/features/products/catalogue.ts'
import { Price, SaleNote } from '#web/features/products/price.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BuyBar } from './buy-bar.tsx'
import type { Elements } from '#web/ui/elements.ts'

interface DurationFormProps {
  readonly product: TimedProduct | ColorTag
  readonly color?: RgbColor
  /** What is known already of what the checkout asks. */
  readonly details?: string
  /** The button's label; 'Acheter maintenant' by default. */
  readonly label?: string
  /** Keeps the disabled button focusable: a press without a duration shows this text. */
  readonly refusal?: string
  /** Further choices, between the durations and the button. */
  readonly children?: Elements
}

export function DurationForm(props: DurationFormProps) {
  const { product, color, details = '', label, refusal, children } = props
  const offers = catalogue().offersOf(product.slug).filter(isTimed)
  const durations = useRef<HTMLDivElement>(null)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  // Its price may change while the page is open.
  const chosen = offers.find(({ key }) => key === chosenKey) ?? null
  const [refusalCount, setRefusalCount] = useState(0)
  const { isLeaving, buy } = useBuy()
  const isFull = useIsFull(product)

  function choose(value: string) {
    prefetchPage(paths.cart())
    setChosenKey(value)
  }

  useEffect(() => {
    // In an effect, because the text must be rendered before it can be scrolled to.
    if (refusalCount === 0) return
    durations.current?.querySelector('input')?.focus({ preventScroll: true })
    durations.current?.scrollIntoView({ block: 'nearest' })
  }, [refusalCount])

  return (
    // Scroll margin below the focused element, so that the sticky bar never covers it.
    <div className="[&_button]:scroll-mb-28 [&_input]:scroll-mb-28">
      <div ref={durations} className="scroll-mb-28">
        {refusalCount > 0 && chosen === null && (
          <Notice tone="error" live className="mb-4">
            {refusal}
          </Notice>
        )}
        <ChoiceGroup legend={m.duration_choose()}>
          {offers.map((offer) => (
            <DurationCard
              key={offer.key}
              offer={offer}
              singleMonth={offers[0] ?? offer}
              checked={offer.key === chosen?.key}
              onChoose={choose}
            />
          ))}
        </ChoiceGroup>
      </div>
      <SaleNote prices={offers} className="mt-4 text-sm text-muted" />
      {offers.length > 1 && <p className="mt-4 text-sm text-muted">{m.duration_saving_note()}</p>}
      <div aria-live="polite" className="mt-4 grid gap-2 empty:hidden">
        {chosen && !isFull && (
          <PurchaseOutlook product={product} months={[chosen.durationMonths]} />
        )}
        <SlotsText product={product} />
      </div>
      {children}
      <BuyBar
        chosen={
          chosen && !isFull
            ? {
                title: m.duration_months({ count: chosen.durationMonths }),
                price: chosen,
              }
            : null
        }
        missing={isFull ? m.outlook_full() : m.duration_choose_first()}
        isLeaving={isLeaving}
        onBuy={() => chosen && buy({ ...newCartItem(chosen, color), ...(details && { details }) })}
        {...(label !== undefined && { label })}
        {...(refusal !== undefined &&
          !isFull && { onMissing: () => setRefusalCount(refusalCount + 1) })}
      />
    </div>
  )
}

interface TimedOffer extends Offer, TimedPrice {
  readonly durationMonths: TimedPrice['durationMonths']
}

function isTimed(offer: Offer): offer is TimedOffer {
  return offer.durationMonths !== null
}

interface DurationCardProps {
  readonly offer: TimedOffer
  /** The offer that the saving is compared with. */
  readonly singleMonth: TimedOffer
  readonly checked: boolean
  readonly onChoose: (value: string) => void
}

function DurationCard({ offer, singleMonth, checked, onChoose }: DurationCardProps) {
  const saving = savingCents(offer, singleMonth.priceCents)
  return (
    <ChoiceCard
      name="duration"
      value={offer.key}
      checked={checked}
      onChoose={onChoose}
      title={m.duration_months({ count: offer.durationMonths })}
      detail={<Price of={offer} />}
      {...(offer.durationMonths > 1 && {
        note: m.duration_per_month({ price: formatCents(pricePerMonthCents(offer)) }),
      })}
      {...(saving > 0 && {
        badge: <Badge tone="crystal">{m.duration_saving({ amount: formatCents(saving) })}</Badge>,
      })}
    />
  )
}

interface WhatYouGetProps {
  readonly product: TimedProduct | ColorTag
  readonly benefits: readonly { readonly icon: IconName; readonly text: string }[]
}

/** The benefits of a product, followed by those of all products with a duration. */
export function WhatYouGet({ product, benefits }: WhatYouGetProps) {
  // Nothing delivers a product of an owner's own by itself.
  const isByHand = product.kind === 'timed' && product.perk === undefined
  const all = [
    ...benefits,
    { icon: 'shield', text: isByHand ? m.buy_gets_activation() : m.buy_gets_delivery() },
    { icon: 'wallet', text: m.buy_gets_once() },
  ] as const
  return (
    <Panel title={m.buy_gets_title()}>
      <ul className="space-y-4">
        {all.map(({ icon, text }) => (
          <li key={text} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-crystal" />
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
