import { useId, type ReactNode } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { removeFromCart } from '#web/features/cart/cart-store.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Notice, type MessageTone } from '#web/ui/notice.tsx'
import type { PaymentNotice } from './checkout-state.ts'
import type { PayStep } from './opened-order.ts'

interface PayActionProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly isOpeningThis: boolean
  readonly onPay: () => void
}

/** The button that opens the order of an item, or the reason why it is disabled. */
export function PayAction({ item, step, isOpeningThis, onPay }: PayActionProps) {
  const label = m.checkout_pay({ price: formatCents(cartItemPriceCents(item)) })
  switch (step) {
    case 'details_missing':
      return <DisabledButton label={m.checkout_continue()} reason={m.checkout_details_missing()} />
    case 'no_button':
      return (
        <DisabledButton
          label={label}
          reason={m.checkout_no_button()}
          remedy={<DiscordHelpLink />}
        />
      )
    case 'not_sold':
      return (
        <DisabledButton
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
      return <DisabledButton label={label} reason={m.checkout_preparing()} />
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

interface DisabledButtonProps {
  readonly label: string
  readonly reason: string
  /** What the buyer can do about it. */
  readonly remedy?: ReactNode
}

function DisabledButton({ label, reason, remedy }: DisabledButtonProps) {
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

interface PaymentNoticeBoxProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly notice: PaymentNotice | undefined
}

interface NoticeContent {
  readonly tone: MessageTone
  readonly title: () => string
  readonly text: (inputs: { readonly price: string }) => string
  /** Whether the staff can help if the problem persists. */
  readonly offersHelp?: boolean
}

/** A notice about the payment of one item: what happened, whether money was charged, what to do now. */
export function PaymentNoticeBox({ item, step, notice }: PaymentNoticeBoxProps) {
  const content = step === 'under_review' ? underReview : notice && contents[notice]
  if (!content) return null
  return (
    <Notice
      tone={content.tone}
      title={content.title()}
      {...(content.offersHelp && { action: <DiscordHelpLink /> })}
    >
      {content.text({ price: formatCents(cartItemPriceCents(item)) })}
    </Notice>
  )
}

const underReview: NoticeContent = {
  tone: 'info',
  title: m.checkout_under_review_title,
  text: m.checkout_under_review,
}

const contents: Readonly<Record<PaymentNotice, NoticeContent>> = {
  cancelled: { tone: 'info', title: m.checkout_cancelled_title, text: m.checkout_cancelled },
  declined: { tone: 'warning', title: m.checkout_declined_title, text: m.checkout_declined },
  denied: {
    tone: 'warning',
    title: m.checkout_denied_title,
    text: m.checkout_denied,
    offersHelp: true,
  },
  failed: {
    tone: 'error',
    title: m.checkout_failed,
    text: m.checkout_failed_help,
    offersHelp: true,
  },
  lost: { tone: 'error', title: m.checkout_lost_title, text: m.checkout_lost, offersHelp: true },
  not_sent: { tone: 'error', title: m.checkout_not_sent, text: m.checkout_not_sent_help },
  not_sold: { tone: 'error', title: m.checkout_failed, text: m.checkout_not_sold },
  price_changed: {
    tone: 'warning',
    title: m.checkout_price_changed_title,
    text: m.checkout_price_changed,
  },
  provider_unavailable: {
    tone: 'warning',
    title: m.checkout_provider_unavailable_title,
    text: m.checkout_provider_unavailable,
  },
  rate_limited: {
    tone: 'warning',
    title: m.checkout_rate_limited_title,
    text: m.checkout_rate_limited,
  },
  refunded: { tone: 'info', title: m.checkout_refunded_title, text: m.checkout_refunded },
  reopened: { tone: 'warning', title: m.checkout_reopened_title, text: m.checkout_reopened },
  replaced: {
    tone: 'warning',
    title: m.checkout_replaced_title,
    text: m.checkout_replaced,
    offersHelp: true,
  },
  server_unreachable: {
    tone: 'warning',
    title: m.checkout_server_unreachable_title,
    text: m.checkout_server_unreachable,
  },
  too_many_open: {
    tone: 'warning',
    title: m.checkout_too_many_open_title,
    text: m.checkout_too_many_open,
    offersHelp: true,
  },
  unconfirmed: {
    tone: 'warning',
    title: m.checkout_unconfirmed_title,
    text: m.checkout_unconfirmed,
    offersHelp: true,
  },
  unknown: { tone: 'info', title: m.checkout_unknown_title, text: m.checkout_unknown },
  unreadable: {
    tone: 'warning',
    title: m.checkout_unreadable_title,
    text: m.checkout_unreadable,
    offersHelp: true,
  },
}

/** A link to the staff for problems that persist. It opens a new tab, so that the checkout stays open. */
function DiscordHelpLink() {
  return (
    <DiscordLink target="_blank" rel="noreferrer">
      {m.checkout_contact()}
    </DiscordLink>
  )
}
