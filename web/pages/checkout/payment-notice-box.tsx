import type { ReactNode } from 'react'
import { cartItemPriceCents, type CartItem } from '../../../domain/cart.ts'
import { siteConfig } from '../../../site.config.ts'
import type { PaymentNotice } from '../../checkout/payment-notice.ts'
import type { PayStep } from '../../checkout/pay-step.ts'
import { formatCents } from '../../i18n/format.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Notice } from '../../ui/notice.tsx'
import type { MessageTone } from '../../ui/tone-mark.tsx'

interface PaymentNoticeBoxProps {
  readonly item: CartItem
  readonly step: PayStep
  readonly notice: PaymentNotice | undefined
}

interface NoticeContent {
  readonly tone: MessageTone
  readonly title: string
  readonly text: string
  /** Whether staff can help when it does not pass by itself. */
  readonly offersHelp?: boolean
}

/** What the buyer has to know about the payment of one item: what happened, what is charged, what to do. */
export function PaymentNoticeBox({ item, step, notice }: PaymentNoticeBoxProps) {
  const content = noticeContent(item, step, notice)
  if (content === null) return null
  const { tone, title, text, offersHelp } = content
  return (
    <Notice tone={tone} title={title} {...(offersHelp && { action: <DiscordLink /> })}>
      {text}
    </Notice>
  )
}

function noticeContent(
  item: CartItem,
  step: PayStep,
  notice: PaymentNotice | undefined,
): NoticeContent | null {
  if (step === 'under_review') {
    return {
      tone: 'info',
      title: m.checkout_under_review_title(),
      text: m.checkout_under_review(),
    }
  }
  if (notice === undefined) return null
  if (notice === 'price_changed') {
    const price = formatCents(cartItemPriceCents(item))
    return {
      tone: 'warning',
      title: m.checkout_price_changed_title(),
      text: m.checkout_price_changed({ price }),
    }
  }
  return contents[notice]()
}

const contents: Readonly<Record<Exclude<PaymentNotice, 'price_changed'>, () => NoticeContent>> = {
  cancelled: () => ({
    tone: 'info',
    title: m.checkout_cancelled_title(),
    text: m.checkout_cancelled(),
  }),
  declined: () => ({
    tone: 'warning',
    title: m.checkout_declined_title(),
    text: m.checkout_declined(),
  }),
  not_sent: () => ({
    tone: 'error',
    title: m.checkout_not_sent(),
    text: m.checkout_not_sent_help(),
  }),
  unconfirmed: () => ({
    tone: 'warning',
    title: m.checkout_unconfirmed_title(),
    text: m.checkout_unconfirmed(),
    offersHelp: true,
  }),
  not_sold: () => ({
    tone: 'error',
    title: m.checkout_failed(),
    text: m.checkout_not_sold(),
  }),
  reopened: () => ({
    tone: 'warning',
    title: m.checkout_reopened_title(),
    text: m.checkout_reopened(),
  }),
  refunded: () => ({
    tone: 'info',
    title: m.checkout_refunded_title(),
    text: m.checkout_refunded(),
  }),
  rate_limited: () => ({
    tone: 'warning',
    title: m.checkout_rate_limited_title(),
    text: m.checkout_rate_limited(),
  }),
  provider_unavailable: () => ({
    tone: 'warning',
    title: m.checkout_provider_unavailable_title(),
    text: m.checkout_provider_unavailable(),
  }),
  failed: () => ({
    tone: 'error',
    title: m.checkout_failed(),
    text: m.checkout_failed_help(),
    offersHelp: true,
  }),
}

function DiscordLink(): ReactNode {
  return (
    <a
      href={siteConfig.discordInviteUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
    >
      {m.donation_footer_link()}
    </a>
  )
}
