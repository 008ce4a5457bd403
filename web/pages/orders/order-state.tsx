import type { ReactNode } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { cents } from '#domain/money.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { useCartCount } from '#web/cart/use-cart-count.ts'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  isPartlyRefunded,
  orderSituation,
  type OrderSituation,
} from '#web/orders/order-situation.ts'
import { situationText } from '#web/orders/situation-text.ts'
import { paths } from '#web/paths.ts'
import { buttonClass, type ButtonTone } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const actions: Readonly<Partial<Record<OrderSituation, ReactNode>>> = {
  unpaid: <CartLink />,
  to_activate: <TicketLink tone="primary" label={() => m.checkout_paid_link()} />,
  disputed: <ContactLink />,
  expired: <ContactLink />,
  replaced: <ContactLink />,
}

/** How an order stands, in plain words, with what to do now. */
export function OrderState({ order }: { readonly order: OrderView }) {
  const { title, text, tone } = situationText(order)
  return (
    <Notice tone={tone} title={title} action={actions[orderSituation(order)]}>
      <p>{text}</p>
      {isPartlyRefunded(order) && <PartialRefund order={order} />}
    </Notice>
  )
}

function PartialRefund({ order }: { readonly order: OrderView }) {
  return (
    <p className="mt-2 font-semibold text-ink">
      {m.orders_partly_refunded({
        amount: formatCents(cents(order.refundedCents)),
        total: formatCents(cents(order.totalCents)),
      })}
    </p>
  )
}

/** Nothing to lead to when the item has left the cart. */
function CartLink() {
  const count = useCartCount()
  if (!count) return null
  return (
    <Link href={paths.cart()} className={buttonClass({ tone: 'secondary' })}>
      {m.orders_to_cart()}
    </Link>
  )
}

function ContactLink() {
  return <TicketLink tone="secondary" label={() => m.checkout_contact()} />
}

interface TicketLinkProps {
  readonly tone: ButtonTone
  readonly label: () => string
}

function TicketLink({ tone, label }: TicketLinkProps) {
  return (
    <DiscordLink target="_blank" rel="noreferrer" className={buttonClass({ tone })}>
      <DiscordMark className="size-5" />
      {label()}
    </DiscordLink>
  )
}
