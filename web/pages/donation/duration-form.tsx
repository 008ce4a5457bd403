import { useEffect, useRef, useState, type ReactNode } from 'react'
import { catalogue } from '#site/catalogue.ts'
import { newCartItem } from '#domain/cart.ts'
import type { TimedSlug } from '#domain/catalogue.ts'
import type { RgbColor } from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { prefetchPage } from '#web/navigation.ts'
import { paths } from '#web/paths.ts'
import { ChoiceGroup } from '#web/ui/choice-card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BuyBar } from './buy-bar.tsx'
import { DurationCard, isTimed, type TimedOffer } from './duration-card.tsx'
import { useBuy } from './use-buy.ts'

interface DurationFormProps {
  readonly slug: TimedSlug
  /** The colour of the item, where it has one. */
  readonly color?: RgbColor
  /** The button's label; 'Acheter maintenant' by default. */
  readonly label?: string
  /** Keeps the disabled button in reach: a press without a duration shows this text. */
  readonly refusal?: string
  /** Further choices, between the durations and the button. */
  readonly children?: ReactNode
}

/** The choice of a duration of a product and the way into the cart. */
export function DurationForm({ slug, color, label, refusal, children }: DurationFormProps) {
  const offers = catalogue.offersOf(slug).filter(isTimed)
  const durations = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<TimedOffer | null>(null)
  const [refusalCount, setRefusalCount] = useState(0)
  const { isLeaving, buy } = useBuy()

  function choose(value: string) {
    prefetchPage(paths.cart())
    setChosen(offers.find(({ key }) => key === value) ?? null)
  }

  useEffect(() => {
    // The text has to be there before it can be scrolled to.
    if (refusalCount === 0) return
    durations.current?.querySelector('input')?.focus({ preventScroll: true })
    durations.current?.scrollIntoView({ block: 'nearest' })
  }, [refusalCount])

  return (
    // Room below what has the focus, so that the bar never covers it.
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
      <p className="mt-4 text-sm text-muted">{m.duration_saving_note()}</p>
      {children}
      <BuyBar
        chosen={
          chosen && {
            title: m.duration_months({ count: chosen.durationMonths }),
            priceCents: chosen.priceCents,
          }
        }
        missing={m.duration_choose_first()}
        isLeaving={isLeaving}
        onBuy={() => chosen && buy(newCartItem(chosen, color))}
        {...(label !== undefined && { label })}
        {...(refusal !== undefined && { onMissing: () => setRefusalCount(refusalCount + 1) })}
      />
    </div>
  )
}
