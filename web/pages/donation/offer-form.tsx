import { useId, useState, type ReactNode } from 'react'
import { newCartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { formatCents } from '#web/i18n/format.ts'
import { prefetchPage } from '#web/navigation.ts'
import { paths } from '#web/paths.ts'
import { BuyBar } from './buy-bar.tsx'
import { OfferCard } from './offer-card.tsx'
import { useBuy } from './use-buy.ts'

export interface OfferedView {
  readonly offer: Offer
  readonly picture: ReactNode
  readonly title: string
  /** What one gets, a line each. */
  readonly points: readonly string[]
}

interface OfferFormProps {
  readonly heading: string
  readonly views: readonly OfferedView[]
  /** What to do first, said while nothing is selected. */
  readonly missing: string
}

/** A few offers of which one can be selected, and the way into the cart. */
export function OfferForm({ heading, views, missing }: OfferFormProps) {
  const headingId = useId()
  const [selected, setSelected] = useState<Offer | null>(null)
  const { isLeaving, buy } = useBuy()

  function select(offer: Offer): void {
    prefetchPage(paths.cart())
    setSelected(offer)
  }

  return (
    // Room below what has the focus, so that the bar never covers it.
    <section aria-labelledby={headingId} className="[&_button]:scroll-mb-28">
      <h2 id={headingId} className="mb-4 text-xl">
        {heading}
      </h2>
      <ul aria-labelledby={headingId} className="grid gap-5 sm:grid-cols-2">
        {views.map(({ offer, ...view }) => (
          <OfferCard
            key={offer.key}
            {...view}
            price={formatCents(offer.priceCents)}
            selected={offer.key === selected?.key}
            onSelect={() => select(offer)}
          />
        ))}
      </ul>
      <BuyBar
        chosen={selected && { title: selected.name, priceCents: selected.priceCents }}
        missing={missing}
        isLeaving={isLeaving}
        onBuy={() => selected && buy(newCartItem(selected))}
      />
    </section>
  )
}
