import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import type { PaymentNotice } from '#web/checkout/payment-notice.ts'
import type { PayStep } from '#web/checkout/pay-step.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import type { MessageTone } from '#web/ui/tone-mark.tsx'
import { DiscordHelpLink } from './discord-help-link.tsx'

interface PaymentNoticeBoxProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly notice: PaymentNotice | undefined
}

interface NoticeContent {
  readonly tone: MessageTone
  readonly title: () => string
  readonly text: (inputs: { readonly price: string }) => string
  /** Whether staff can help when it does not pass by itself. */
  readonly offersHelp?: boolean
}

/** What the buyer has to know about the payment of one item: what happened, what is charged, what to do. */
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
