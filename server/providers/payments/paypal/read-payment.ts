import { cents, sumCents, type Cents } from '#domain/money.ts'
import type { Payment } from '#server/providers/payments/payment-provider.ts'
import type { CaptureAnswer, CaptureStatus, Link, OrderAnswer, RefundAnswer } from './shapes.ts'

const paymentStatus: Readonly<Record<CaptureStatus, Payment['status']>> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'held',
  DECLINED: 'declined',
  FAILED: 'declined',
}

/** The payment of a PayPal order; null while nothing was captured. A declined one is passed over for a later one. */
export function readOrderPayment(order: OrderAnswer): Payment | null {
  const unit = order.purchase_units?.[0]
  const captures = unit?.payments?.captures ?? []
  const capture =
    captures.find(({ status }) => paymentStatus[status] !== 'declined') ?? captures.at(-1)
  if (!capture) return null
  const refunds = unit?.payments?.refunds ?? []
  const payment: Payment = {
    ...readCapture(capture),
    orderId: unit?.custom_id ?? capture.custom_id ?? null,
    providerOrderId: order.id,
    payee: unit?.payee?.merchant_id ?? null,
  }
  return addRefunded(
    payment,
    sumCents(
      refunds
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ amount }) => amount?.amountCents ?? cents(0)),
    ),
  )
}

/**
 * A capture on its own. It says whether all of it or a part was refunded, but never how much a part
 * is: that is told by its order, where we may read it, and by each refund.
 */
export function readCapture(capture: CaptureAnswer): Payment {
  const { amountCents, currency } = capture.amount
  const status = paymentStatus[capture.status]
  return {
    reference: capture.id,
    orderId: capture.custom_id ?? null,
    providerOrderId: capture.supplementary_data?.related_ids?.order_id ?? null,
    status,
    amountCents,
    refundedCents: status === 'refunded' ? amountCents : cents(0),
    currency,
    payee: null,
    madeAt: capture.create_time ?? new Date(),
  }
}

/** A payment, with what one of its refunds tells of all that went back; another payment's tells nothing. */
export function readRefunded(payment: Payment, refund: RefundAnswer): Payment {
  const total = refund.seller_payable_breakdown?.total_refunded_amount
  const isOfPayment = refundedCapture(refund.links) === payment.reference
  return total && isOfPayment && total.currency === payment.currency
    ? addRefunded(payment, total.amountCents)
    : payment
}

/** The capture that a refund belongs to: its own resource names it by its link "up" alone. */
export function refundedCapture(links: readonly Link[] | undefined): string | null {
  const up = links?.find(({ rel }) => rel === 'up')?.href
  return up?.match(/\/v2\/payments\/captures\/([\w-]+)/)?.[1] ?? null
}

function addRefunded(payment: Payment, refundedCents: Cents): Payment {
  const known = Math.max(payment.refundedCents, refundedCents)
  const isAll = payment.status === 'completed' && known >= payment.amountCents
  return {
    ...payment,
    status: isAll ? 'refunded' : payment.status,
    refundedCents: cents(Math.min(known, payment.amountCents)),
  }
}
