import { useId, useState, type ReactNode } from 'react'
import { newCartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { prefetchPage } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { useBuy } from '#web/features/cart/use-buy.ts'
import { Price, SaleNote } from '#web/features/products/price.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { NumberedSteps, Panel } from '#web/ui/layout.tsx'
import { BuyBar } from './buy-bar.tsx'

export interface OfferedView {
  readonly offer: Offer
  readonly picture: ReactNode
  readonly title: string
  /** The benefits, one per line. */
  readonly points: readonly string[]
}

interface OfferFormProps {
  readonly heading: string
  readonly views: readonly OfferedView[]
  /** Shown while nothing is selected. */
  readonly missing: string
}

export function OfferForm({ heading, views, missing }: OfferFormProps) {
  const headingId = useId()
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  // Its price may change while the page is open.
  const selected = views.find(({ offer }) => offer.key === selectedKey)?.offer ?? null
  const { isLeaving, buy } = useBuy()

  function select(offer: Offer): void {
    prefetchPage(paths.cart())
    setSelectedKey(offer.key)
  }

  return (
    // Scroll margin below the focused element, so that the sticky bar never covers it.
    <section aria-labelledby={headingId} className="[&_button]:scroll-mb-28">
      <h2 id={headingId} className="mb-4 text-xl">
        {heading}
      </h2>
      <ul aria-labelledby={headingId} className="grid gap-5 sm:grid-cols-2">
        {views.map(({ offer, ...view }) => (
          <OfferCard
            key={offer.key}
            {...view}
            offer={offer}
            selected={offer.key === selectedKey}
            onSelect={() => select(offer)}
          />
        ))}
      </ul>
      <SaleNote prices={views.map(({ offer }) => offer)} className="mt-4 text-sm text-muted" />
      <BuyBar
        chosen={selected && { title: selected.name, price: selected }}
        missing={missing}
        isLeaving={isLeaving}
        onBuy={() => selected && buy(newCartItem(selected))}
      />
    </section>
  )
}

interface OfferCardProps extends OfferedView {
  readonly selected: boolean
  readonly onSelect: () => void
}

/** One offer, with the button that selects it. The whole card can be pressed. */
function OfferCard({ picture, title, offer, points, selected, onSelect }: OfferCardProps) {
  return (
    <li
      className={classNames(
        'choice relative cut cut-size-20 flex flex-col overflow-hidden',
        selected && 'cut-line-crystal cut-fill-crystal-deep',
      )}
    >
      <div className="tile-picture relative overflow-hidden">{picture}</div>
      <div className="flex flex-1 flex-col p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-2xl">{title}</h3>
          <p className="font-display text-2xl font-bold">
            <Price of={offer} />
          </p>
        </div>
        <ul className="mt-4 mb-6 space-y-2.5 text-muted">
          {points.map((point) => (
            <li key={point} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 shrink-0 text-crystal" />
              <span>{point}</span>
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-pressed={selected}
          onClick={onSelect}
          // The card shows the focus ring instead.
          className="mt-auto w-full after:absolute after:inset-0 after:z-10 focus-visible:outline-none"
        >
          <span
            className={buttonClass({
              tone: selected ? 'primary' : 'secondary',
              className: 'w-full',
            })}
          >
            {selected && <Icon name="check" className="size-5" />}
            <span>
              <span>{selected ? m.reskin_selected() : m.reskin_select()}</span>
              <span className="sr-only">{` ${title}`}</span>
            </span>
          </span>
        </button>
      </div>
    </li>
  )
}

export function PurchaseSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <Panel title={m.reskin_steps_title()}>
      <NumberedSteps steps={steps} />
      <DiscordLink className="mt-4 inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4">
        <DiscordMark className="size-5 shrink-0" />
        {m.reskin_ask()}
      </DiscordLink>
    </Panel>
  )
}
