import type { ReactNode } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface OfferCardProps {
  readonly picture: ReactNode
  readonly title: string
  readonly price: string
  /** What one gets, a line each. */
  readonly points: readonly string[]
  readonly selected: boolean
  readonly onSelect: () => void
}

/** One of a few offers, with the button that selects it. A press anywhere on the card counts. */
export function OfferCard({ picture, title, price, points, selected, onSelect }: OfferCardProps) {
  return (
    <li
      className={classNames(
        'choice relative cut cut-size-20 flex flex-col overflow-hidden',
        selected && 'cut-line-crystal cut-fill-crystal-deep',
      )}
    >
      <div className="tile-picture relative overflow-hidden">{picture}</div>
      <div className="flex flex-1 flex-col p-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="text-2xl">{title}</h3>
          <p className="font-display text-2xl font-bold whitespace-nowrap">{price}</p>
        </div>
        <ul className="mt-4 mb-6 space-y-2.5 text-muted">
          {points.map((point) => (
            <li key={point} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 shrink-0 text-crystal" />
              {point}
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-pressed={selected}
          onClick={onSelect}
          // The focus ring is the card's.
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
              {selected ? m.reskin_selected() : m.reskin_select()}
              <span className="sr-only"> {title}</span>
            </span>
          </span>
        </button>
      </div>
    </li>
  )
}
