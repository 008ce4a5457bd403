import { changeDelivery, moderateDonorListing, type AdminOrder } from '#contract/staff.ts'
import { toHexColor, type RgbColor } from '#domain/color.ts'
import type { HeldFor } from '#domain/held-payments.ts'
import { cents } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { DeliveryButton } from '#web/admin-kit/delivery-button.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { useAdminAction } from '#web/admin-kit/use-admin-data.ts'
import { CopyButton } from '#web/admin-kit/values.tsx'
import { detailsOfOffer, itemTitle } from '#web/features/products/product-text.ts'
import { TaskActions } from '#web/features/tasks/admin-task.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { ColorMark } from '#web/ui/marks.tsx'
import { orderNumber } from './paid-message.ts'

export const orderStates: Readonly<Record<OrderStatus, StateText>> = {
  pending: { label: m.admin_status_pending, tone: 'neutral' },
  processing: { label: m.admin_status_processing, tone: 'amber' },
  paid: { label: m.admin_status_paid, tone: 'crystal' },
  expired: { label: m.admin_status_expired, tone: 'neutral' },
  superseded: { label: m.admin_status_superseded, tone: 'neutral' },
  disputed: { label: m.admin_status_disputed, tone: 'amber' },
  refunded: { label: m.admin_status_refunded, tone: 'loss' },
}

interface OrderPartProps {
  readonly order: AdminOrder
}

export function OrderItemText({ order }: OrderPartProps) {
  const { item, details, forSomebodyElse } = order
  return (
    <>
      <span className="font-display font-semibold">{itemTitle(item)}</span>
      {item.color && <ColorText color={item.color} />}
      {details !== null && (
        <span className="mt-1 block max-w-80 text-sm whitespace-pre-line wrap-anywhere">
          <span className="block text-muted">{m.admin_order_details()}</span>
          <span>{details}</span>
        </span>
      )}
      {details === null && awaitsDetails(order) && (
        <span className="mt-1 block max-w-80 text-sm text-amber">
          {m.admin_order_details_missing()}
        </span>
      )}
      {forSomebodyElse && (
        <span className="mt-1 block text-sm text-muted">{m.player_for_other()}</span>
      )}
    </>
  )
}

/** Whether the staff deliver it, and need to know something from its buyer. */
function awaitsDetails({ status, isAutomatic, deliveredAt, item }: AdminOrder): boolean {
  return (
    status === 'paid' &&
    !isAutomatic &&
    deliveredAt === null &&
    detailsOfOffer(item.offerKey) !== null
  )
}

/** The short number that buyer and staff use, with a button that copies the full id. */
export function OrderNumber({ order }: OrderPartProps) {
  const number = orderNumber(order)
  return (
    <span className="-my-1.5 flex items-center">
      <span translate="no" className="font-mono text-sm">
        {number}
      </span>
      <CopyButton text={order.id} label={m.admin_copy_order({ number })} />
    </span>
  )
}

function ColorText({ color }: { readonly color: RgbColor }) {
  return (
    <span className="mt-1 flex items-center gap-2 text-sm text-muted tabular-nums">
      <ColorMark hex={toHexColor(color)} className="size-4" />
      <span className="sr-only">{m.color()}</span>
      <span>{`${color.r}, ${color.g}, ${color.b}`}</span>
    </span>
  )
}

/** Whether payments are real or test payments; null while that is unknown. */
export type ShopMode = AdminOrder['providerMode'] | null

const heldStates: Readonly<Partial<Record<HeldFor, () => string>>> = {
  staff: m.admin_accept_at_paypal,
  ban: m.ban_kept_back,
}

interface OrderStateTextProps extends OrderPartProps {
  readonly shopMode: ShopMode
}

/** The status of an order. An order of the other payment mode has a badge that says so. */
export function OrderStateText({ order, shopMode }: OrderStateTextProps) {
  const { label, tone } = orderStates[order.status]
  const isForeign = shopMode !== null && order.providerMode !== shopMode
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{(heldStates[order.heldFor ?? 'provider'] ?? label)()}</Badge>
      {isForeign && (
        <Badge tone="amber">
          {order.providerMode === 'test' ? m.admin_test() : m.admin_real()}
        </Badge>
      )}
    </span>
  )
}

export function PriceText({ order: { item, offer, refundedCents } }: OrderPartProps) {
  return (
    <>
      <span className="block font-display text-lg font-bold whitespace-nowrap tabular-nums">
        {formatCents(cents(item.priceCents))}
      </span>
      {offer && (
        <span className="block text-sm text-muted">
          <s>{formatCents(cents(offer.listPriceCents))}</s>{' '}
          {offer.code === null ? (
            <span>{m.admin_offer_for_everybody()}</span>
          ) : (
            <span translate="no">{offer.code}</span>
          )}
        </span>
      )}
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
      <span translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
        {transactionId}
      </span>
      <CopyButton text={transactionId} label={m.admin_copy_transaction({ transactionId })} />
    </span>
  )
}

interface OrderButtonProps extends OrderPartProps {
  readonly onChange: (order: AdminOrder) => Promise<void>
}

export function OrderDeliveryButton({ order, onChange }: OrderButtonProps) {
  const { deliveredAt } = order
  if (order.isAutomatic && deliveredAt === null) {
    return order.status === 'paid' ? (
      <p className="text-sm text-muted">{m.admin_delivered_automatically()}</p>
    ) : null
  }
  if (order.status !== 'paid' && deliveredAt === null) return null
  const names = namesOf(order)
  return (
    <DeliveryButton
      deliveredAt={deliveredAt}
      delivered={m.admin_delivered()}
      deliver={m.admin_deliver()}
      undo={m.admin_deliver_undo()}
      label={
        deliveredAt === null ? m.admin_deliver_label(names) : m.admin_deliver_undo_label(names)
      }
      change={async (delivered) =>
        onChange(await adminCall(changeDelivery, { params: order, body: { delivered } }))
      }
    />
  )
}

/** How far the staff has come with what is handed over once. */
export function OrderTask({ order, onChange }: OrderButtonProps) {
  if (order.task === null) return null
  return (
    <TaskActions
      id={order.id}
      task={order.task}
      item={itemTitle(order.item)}
      buyer={order}
      mayStart={order.status === 'paid'}
      onChange={(changed) => onChange({ ...order, ...changed })}
    />
  )
}

/**
 * Hides an offensive name from the donor ranking, or allows it again. A single button, so that it
 * keeps its focus.
 */
export function DonorListingButton({ order, onChange }: OrderButtonProps) {
  const { isPending, run } = useAdminAction(m.admin_listing_failed)
  const isRevoked = order.donorListing === 'revoked'
  const isRanked = order.donorListing === 'listed' && order.status === 'paid'
  if (!isRanked && !isRevoked) return null
  const names = namesOf(order)
  return (
    <div className="mt-1 grid justify-items-start">
      {isRevoked && <p className="text-sm text-muted">{m.admin_unlisted()}</p>}
      <Button
        tone="quiet"
        pending={isPending}
        onClick={() =>
          run(async () =>
            onChange(
              await adminCall(moderateDonorListing, {
                params: order,
                body: { revoked: !isRevoked },
              }),
            ),
          )
        }
        aria-label={isRevoked ? m.admin_relist_label(names) : m.admin_unlist_label(names)}
        className="-ml-5 max-w-none"
      >
        {isRevoked ? m.admin_relist() : m.admin_unlist()}
      </Button>
    </div>
  )
}

function namesOf({ item, discordUsername }: AdminOrder) {
  return { item: itemTitle(item), buyer: discordUsername }
}
