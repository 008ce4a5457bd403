import { useId } from 'react'
import { Price, type Priced } from '#web/features/products/price.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

interface BuyBarProps {
  /** The current choice; null disables the button. */
  readonly chosen: { readonly title: string; readonly price: Priced } | null
  /** Shown while nothing is chosen. */
  readonly missing: string
  /** The choice is in the cart, and the cart's page is loading. */
  readonly isLeaving: boolean
  readonly onBuy: () => void
  /** The button's label; 'Acheter maintenant' by default. */
  readonly label?: string
  /** Keeps the disabled button focusable: a press on it runs this to ask for the choice. */
  readonly onMissing?: () => void
}

/** The end of every product page: the choice, its price and the buy button. */
export function BuyBar(props: BuyBarProps) {
  const { chosen, missing, isLeaving, onBuy, label = m.buy_now(), onMissing } = props
  const statusId = useId()
  const isIncomplete = chosen === null && onMissing !== undefined
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-3 sm:static sm:mx-0 sm:border-t-0 sm:bg-transparent sm:px-0">
      <p id={statusId} aria-live="polite" className="min-w-0">
        {chosen === null ? (
          <span className="text-muted">{missing}</span>
        ) : (
          <>
            <span className="block text-sm text-muted">{m.buy_chosen()}</span>
            <span className="font-display text-xl font-bold">
              <span>{`${chosen.title} · `}</span>
              <Price of={chosen.price} />
            </span>
          </>
        )}
      </p>
      <Button
        size="large"
        pending={isLeaving}
        aria-describedby={statusId}
        {...(isIncomplete
          ? {
              'aria-disabled': true,
              tone: 'quiet',
              className:
                'cursor-not-allowed! cut-fill-raised! cut-line-line! max-sm:px-5 max-sm:text-base',
              onClick: onMissing,
            }
          : {
              disabled: chosen === null,
              className: 'max-sm:px-5 max-sm:text-base',
              onClick: onBuy,
            })}
      >
        {label}
      </Button>
    </div>
  )
}
