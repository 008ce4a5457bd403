import { cents, parseEuros, sumCents, type Cents } from '../../../../domain/money.ts'
import type { Payment } from '../payment-provider.ts'
import type { CaptureAnswer, OrderAnswer } from './shapes.ts'

const paymentStatus: Readonly<Record<string, Payment['status']>> = {
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
  return {
    ...readCapture(capture),
    orderId: unit?.custom_id ?? capture.custom_id ?? null,
    providerOrderId: order.id,
    refundedCents: sumCents(
      refunds
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ amount }) => readAmount(amount?.value ?? '0')),
    ),
    payee: unit?.payee?.merchant_id ?? null,
  }
}

/** A capture on its own: PayPal tells its refunds only with the order, or as the whole amount. */
export function readCapture(capture: CaptureAnswer): Payment {
  const amountCents = readAmount(capture.amount.value)
  const status = paymentStatus[capture.status]
  if (!status) throw new Error(`unknown capture status ${capture.status}`)
  return {
    reference: capture.id,
    orderId: capture.custom_id ?? null,
    providerOrderId: capture.supplementary_data?.related_ids?.order_id ?? null,
    status,
    amountCents,
    refundedCents: status === 'refunded' ? amountCents : cents(0),
    currency: capture.amount.currency_code,
    payee: null,
    madeAt: capture.create_time ? new Date(capture.create_time) : new Date(),
  }
}

function readAmount(value: string): Cents {
  const amount = parseEuros(value)
  if (amount === null) throw new Error('unreadable amount from PayPal')
  return amount
}
