import { useId } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { removeFromCart } from '#web/features/cart/cart-store.ts'
import { heldText } from '#web/features/orders/display-status.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Notice, type MessageTone } from '#web/ui/notice.tsx'
import type { NoticeName, PaymentNotice } from './checkout-state.ts'
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

/** With `help` the staff can help if the problem persists. */
type NoticeContent = readonly [
  tone: MessageTone,
  title: () => string,
  text: (inputs: { readonly price: string }) => string,
  help?: 'help',
]

/** A notice about the payment of one item: what happened, whether money was charged, what to do now. */
export function ItemNotice({ item, order, step, notice }: ItemNoticeProps) {
  const price = formatCents(cartItemPriceCents(item))
  if (step === 'under_review') {
    const { title, text, tone } = heldText(order?.heldFor ?? null)
    return <NoticeBox content={[tone, () => title, () => text]} price={price} />
  }
  return notice ? <PaymentNoticeBox notice={notice} price={price} /> : null
}

interface PaymentNoticeBoxProps {
  readonly notice: PaymentNotice
  readonly price: string
}

export function PaymentNoticeBox({ notice, price }: PaymentNoticeBoxProps) {
  if (typeof notice === 'string') return <NoticeBox content={contents[notice]} price={price} />
  const text = () => notice.sentence ?? m.purchase_failed_text()
  return <NoticeBox content={['error', m.checkout_failed, text, 'help']} price={price} />
}

interface NoticeBoxProps {
  readonly content: NoticeContent
  readonly price: string
}

function NoticeBox({ content: [tone, title, text, help], price }: NoticeBoxProps) {
  return (
    <Notice tone={tone} title={title()} {...(help && { action: <DiscordHelpLink /> })}>
      {text({ price })}
    </Notice>
  )
}

const contents: Readonly<Record<NoticeName, NoticeContent>> = {
  cancelled: ['info', m.checkout_cancelled_title, m.checkout_cancelled],
  declined: ['warning', m.checkout_declined_title, m.checkout_declined],
  denied: ['warning', m.checkout_denied_title, m.checkout_denied, 'help'],
  failed: ['error', m.checkout_failed, m.checkout_failed_help, 'help'],
  left_unpaid: ['warning', m.checkout_left_unpaid_title, m.checkout_left_unpaid],
  lost: ['error', m.checkout_lost_title, m.checkout_lost, 'help'],
  not_sent: ['error', m.checkout_not_sent, m.checkout_not_sent_help],
  not_set_up: ['error', m.checkout_not_set_up_title, m.checkout_not_set_up, 'help'],
  not_sold: ['error', m.checkout_failed, m.checkout_not_sold],
  price_changed: ['warning', m.checkout_price_changed_title, m.checkout_price_changed],
  provider_unavailable: [
    'warning',
    m.checkout_provider_unavailable_title,
    m.checkout_provider_unavailable,
  ],
  rate_limited: ['warning', m.checkout_rate_limited_title, m.checkout_rate_limited],
  refunded: ['info', m.checkout_refunded_title, m.checkout_refunded],
  reopened: ['warning', m.checkout_reopened_title, m.checkout_reopened],
  replaced: ['warning', m.checkout_replaced_title, m.checkout_replaced, 'help'],
  server_unreachable: [
    'warning',
    m.checkout_server_unreachable_title,
    m.checkout_server_unreachable,
  ],
  too_many_open: ['warning', m.checkout_too_many_open_title, m.too_many_open_checkouts, 'help'],
  unconfirmed: ['warning', m.checkout_unconfirmed_title, m.checkout_unconfirmed, 'help'],
  unknown: ['info', m.checkout_unknown_title, m.checkout_unknown],
  unreadable: ['warning', m.checkout_unreadable_title, m.checkout_unreadable, 'help'],
}

/** A link to the staff for problems that persist. It opens a new tab, so that the checkout stays open. */
function DiscordHelpLink() {
  return <DiscordLink newTab>{m.contact_on_discord()}</DiscordLink>
}
