import type { AdminOrder } from '#contract/admin.ts'
import type { RgbColor } from '#domain/color.ts'
import { cents } from '#domain/money.ts'
import { formatMoment } from '#web/admin/admin-formats.ts'
import { orderStates } from '#web/admin/admin-texts.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { orderNumber } from '#web/checkout/paid-message.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/pages/admin/copy-button.tsx'

interface OrderPartProps {
  readonly order: AdminOrder
}

export function Moment({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}

export function OrderItemText({ order: { item } }: OrderPartProps) {
  return (
    <>
      <span className="font-display font-semibold">{itemTitle(item)}</span>
      {item.color && <ColorText color={item.color} />}
    </>
  )
}

/** The number that buyer and staff tell each other, with all of it to copy. */
export function OrderNumber({ order }: OrderPartProps) {
  const number = orderNumber(order)
  return (
    <span className="-my-1.5 flex items-center">
      <span className="font-mono text-sm">{number}</span>
      <CopyButton text={order.id} label={m.admin_copy_order({ number })} />
    </span>
  )
}

/** The colour to set in the game, as the numbers that are typed there. */
function ColorText({ color: { r, g, b } }: { readonly color: RgbColor }) {
  return (
    <span className="mt-1 flex items-center gap-2 text-sm text-muted tabular-nums">
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
        <rect width="20" height="20" fill={`rgb(${r} ${g} ${b})`} />
      </svg>
      <span className="sr-only">{m.cart_color()}</span>
      {r}, {g}, {b}
    </span>
  )
}

/** Whether money is real, or null while that is not known. */
export type ShopMode = AdminOrder['providerMode'] | null

interface OrderStateTextProps extends OrderPartProps {
  readonly shopMode: ShopMode
}

/** How an order stands; an order of play money among real ones, or the reverse, says so. */
export function OrderStateText({ order, shopMode }: OrderStateTextProps) {
  const { label, tone } = orderStates[order.status]
  const isForeign = shopMode !== null && order.providerMode !== shopMode
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone} className="whitespace-nowrap">
        {label()}
      </Badge>
      {isForeign && (
        <Badge tone="amber">
          {order.providerMode === 'test' ? m.admin_test() : m.admin_real()}
        </Badge>
      )}
    </span>
  )
}

export function PriceText({ order: { item, refundedCents } }: OrderPartProps) {
  return (
    <>
      <span className="block font-display text-lg font-bold whitespace-nowrap tabular-nums">
        {formatCents(cents(item.priceCents))}
      </span>
      {refundedCents > 0 && (
        <span className="block text-sm text-loss">
          {m.admin_refunded_amount({ amount: formatCents(cents(refundedCents)) })}
        </span>
      )}
    </>
  )
}

export function TransactionText({ transactionId }: { readonly transactionId: string }) {
  return (
    <span className="-my-1.5 flex items-center">
      <span className="font-mono text-[0.8125rem] wrap-anywhere">{transactionId}</span>
      <CopyButton text={transactionId} label={m.admin_copy_transaction({ transactionId })} />
    </span>
  )
}
