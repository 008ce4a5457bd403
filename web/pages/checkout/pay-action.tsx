import { useId, type ReactNode } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { removeFromCart } from '#web/cart/cart-store.ts'
import type { PayStep } from '#web/checkout/pay-step.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DiscordHelpLink } from './discord-help-link.tsx'

interface PayActionProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly isOpeningThis: boolean
  readonly onPay: () => void
}

/** The button that opens the order of an item, or why it cannot be pressed. */
export function PayAction({ item, step, isOpeningThis, onPay }: PayActionProps) {
  const label = m.checkout_pay({ price: formatCents(cartItemPriceCents(item)) })
  switch (step) {
    case 'details_missing':
      return <RestingButton label={m.checkout_continue()} reason={m.checkout_details_missing()} />
    case 'no_button':
      return (
        <RestingButton label={label} reason={m.checkout_no_button()} remedy={<DiscordHelpLink />} />
      )
    case 'not_sold':
      return (
        <RestingButton
          label={label}
          reason={m.checkout_not_sold()}
          remedy={
            <Button tone="secondary" className="mt-2" onClick={() => removeFromCart(item.id)}>
              {m.cart_remove()}
            </Button>
          }
        />
      )
    case 'loading':
      return <RestingButton label={label} reason={m.checkout_preparing()} />
    case 'checking':
      return <Waiting text={m.checkout_checking()} />
    case 'confirming':
      return <Waiting text={m.checkout_confirming()} />
    case 'under_review':
    case 'paying':
      return null
    case 'opening':
    case 'ready':
      break
  }
  return (
    <Button
      size="large"
      className="w-full sm:w-auto sm:justify-self-end"
      disabled={step === 'opening' && !isOpeningThis}
      pending={isOpeningThis}
      onClick={onPay}
    >
      {step === 'opening' ? m.checkout_processing() : label}
    </Button>
  )
}

interface RestingButtonProps {
  readonly label: string
  readonly reason: string
  /** What the buyer can do about it. */
  readonly remedy?: ReactNode
}

function RestingButton({ label, reason, remedy }: RestingButtonProps) {
  const reasonId = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-48 flex-1 text-sm text-muted">
        <p id={reasonId}>{reason}</p>
        {remedy}
      </div>
      <Button size="large" className="w-full sm:w-auto" disabled aria-describedby={reasonId}>
        {label}
      </Button>
    </div>
  )
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <p aria-live="polite" className="flex min-h-14 items-center gap-3 text-muted">
      <Spinner />
      {text}
    </p>
  )
}
