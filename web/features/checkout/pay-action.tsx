import { useId } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { removeFromCart } from '#web/features/cart/cart-store.ts'
import { heldText } from '#web/features/orders/display-status.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PaymentNotice, Refusal } from './checkout-state.ts'
import { paymentNotices, type NoticeContent } from './payment-notices.ts'
import type { OpenedOrder, PayStep } from './opened-order.ts'
import type { Elements } from '#web/ui/elements.ts'

interface PayActionProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly isOpeningThis: boolean
  /** Beside a main button that pays everything. */
  readonly isSecondary: boolean
  readonly onPay: () => void
}

/** The button that opens the order of an item, or the reason why it is disabled. */
export function PayAction({ item, step, isOpeningThis, isSecondary, onPay }: PayActionProps) {
  const look = { isSecondary }
  const label = m.checkout_pay({ price: formatCents(cartItemPriceCents(item)) })
  switch (step) {
    case 'details_missing':
      return (
        <DisabledButton
          {...look}
          label={m.checkout_continue()}
          reason={m.checkout_details_missing()}
        />
      )
    case 'no_button':
      return (
        <DisabledButton
          {...look}
          label={label}
          reason={m.checkout_no_button()}
          remedy={<DiscordHelpLink />}
        />
      )
    case 'not_sold':
      return (
        <DisabledButton
          {...look}
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
      return <DisabledButton {...look} label={label} reason={m.checkout_preparing()} />
    case 'checking':
      return <Waiting text={m.checkout_checking()} />
    case 'confirming':
      return <Waiting text={m.checkout_confirming()} />
    case 'paying_together':
      return <p className="text-muted">{m.checkout_paying_together()}</p>
    case 'under_review':
    case 'paying':
      return null
    case 'opening':
    case 'ready':
      break
  }
  return (
    <Button
      size={isSecondary ? 'medium' : 'large'}
      tone={isSecondary ? 'secondary' : 'primary'}
      className={isSecondary ? 'w-full sm:w-auto sm:justify-self-end' : 'w-full'}
      disabled={step === 'opening' && !isOpeningThis}
      pending={isOpeningThis}
      onClick={onPay}
    >
      {step === 'opening' ? m.checkout_processing() : label}
    </Button>
  )
}

interface DisabledButtonProps {
  readonly label: string
  readonly reason: string
  /** What the buyer can do about it. */
  readonly remedy?: Elements
  readonly isSecondary?: boolean
}

export function DisabledButton(props: DisabledButtonProps) {
  const { label, reason, remedy, isSecondary = false } = props
  const reasonId = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-48 flex-1 text-sm text-muted">
        <p id={reasonId}>{reason}</p>
        {remedy}
      </div>
      <Button
        size={isSecondary ? 'medium' : 'large'}
        className={isSecondary ? 'w-full sm:w-auto' : 'w-full'}
        disabled
        aria-describedby={reasonId}
      >
        {label}
      </Button>
    </div>
  )
}

export function Waiting({ text }: { readonly text: string }) {
  return (
    <p aria-live="polite" className="flex min-h-14 items-center gap-3 text-muted">
      <Spinner />
      <span>{text}</span>
    </p>
  )
}

interface ItemNoticeProps {
  readonly item: CartItem
  readonly order: OpenedOrder | undefined
  readonly step: PayStep
  readonly notice: PaymentNotice | undefined
}

/** A notice about the payment of one item: what happened, whether money was charged, what to do now. */
export function ItemNotice({ item, order, step, notice }: ItemNoticeProps) {
  if (step === 'under_review') {
    const { title, text, tone } = heldText(order?.heldFor ?? null)
    return (
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
    )
  }
  const price = formatCents(cartItemPriceCents(item))
  return notice ? <PaymentNoticeBox notice={notice} price={price} /> : null
}

interface PaymentNoticeBoxProps {
  readonly notice: PaymentNotice
  readonly price: string
}

export function PaymentNoticeBox({ notice, price }: PaymentNoticeBoxProps) {
  const [tone, title, text, help] =
    typeof notice === 'string' ? paymentNotices[notice] : refusalNotice(notice)
  return (
    <Notice tone={tone} title={title()} {...(help && { action: <DiscordHelpLink /> })}>
      {text({ price })}
    </Notice>
  )
}

function refusalNotice({ sentence, isBan }: Refusal): NoticeContent {
  const title = isBan ? m.ban_shop_title : m.checkout_failed
  return ['error', title, () => sentence ?? m.purchase_failed_text(), 'help']
}

/** A link to the staff for problems that persist. It opens a new tab, so that the checkout stays open. */
function DiscordHelpLink() {
  return <DiscordLink newTab>{m.contact_on_discord()}</DiscordLink>
}
