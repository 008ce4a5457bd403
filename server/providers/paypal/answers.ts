import { z } from 'zod'
import { cents, parseAmount, sumCents, type Cents } from '#domain/money.ts'
import type { Movement, Settlement } from '#server/providers/payment-provider.ts'

export interface Payment {
  readonly reference: string
  /** Our order id, when the payment carries it. */
  readonly orderId: string | null
  readonly providerOrderId: string | null
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  /** PayPal's reason for holding it. */
  readonly heldReason: string | null
  readonly amountCents: Cents
  /** The refunded part, as far as this answer shows; an earlier one may have shown more. */
  readonly refundedCents: Cents
  readonly currency: string
  readonly payee: string | null
  readonly madeAt: Date
  /** When PayPal last changed it. */
  readonly changedAt: Date
  /** ISO 3166-1; null where this answer does not show the payer. */
  readonly payerCountry: string | null
  /** Its sale, and the refunds that this answer shows. */
  readonly movements: readonly Movement[]
}

// The parts that we read of PayPal's Orders v2 and Payments v2 answers; the rest is ignored.
// https://developer.paypal.com/docs/api/orders/v2/ and /payments/v2/

export const money = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currency, value }, context) => {
    const amountCents = parseAmount(value)
    if (amountCents !== null) return { currency, amountCents }
    context.addIssue({ code: 'custom', message: 'no amount' })
    return z.NEVER
  })

/** `null` is no date, though `Date` would read it as 1970. */
export const time = z.string().pipe(z.coerce.date())
/** What no decision about money depends on: null when it is missing or unreadable. */
export const optionalTime = time.nullable().catch(null)

/** What only the books need: null when it is missing or unreadable. */
const optionalMoney = money.nullable().catch(null)

export const link = z.object({ href: z.string(), rel: z.string() })
type Link = z.output<typeof link>

export const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

const captureStatuses = [
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'PENDING',
  'DECLINED',
  'FAILED',
] as const
type CaptureStatus = (typeof captureStatuses)[number]

export const captureAnswer = z.object({
  id: z.string(),
  status: z.enum(captureStatuses),
  status_details: z
    .object({ reason: z.string().regex(/^[A-Z_]{1,64}$/) })
    .optional()
    .catch(undefined),
  amount: money,
  custom_id: z.string().optional(),
  create_time: time.nullish(),
  update_time: optionalTime,
  // Absent while it is pending.
  seller_receivable_breakdown: z
    .object({
      paypal_fee: optionalMoney,
      // Instead of the other where PayPal charges it in the currency of our account.
      paypal_fee_in_receivable_currency: optionalMoney,
      net_amount: money,
      receivable_amount: optionalMoney,
    })
    .nullable()
    .catch(null),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})
type CaptureAnswer = z.output<typeof captureAnswer>

export const refundAnswer = z.object({
  id: z.string().optional(),
  status: z.string(),
  amount: money.optional(),
  create_time: optionalTime,
  seller_payable_breakdown: z
    .object({
      /** All refunds of the capture up to and with this one. */
      total_refunded_amount: money.optional(),
      paypal_fee: optionalMoney,
      net_amount: optionalMoney,
      net_amount_in_receivable_currency: optionalMoney,
    })
    .optional(),
  links: z.array(link).optional(),
})
type RefundAnswer = z.output<typeof refundAnswer>

const orderStatuses = [
  'CREATED',
  'SAVED',
  'PAYER_ACTION_REQUIRED',
  'APPROVED',
  'COMPLETED',
  'VOIDED',
] as const

export const orderAnswer = z
  .object({
    id: z.string(),
    // A capture with an unknown status may have been paid.
    status: z.enum(orderStatuses),
    payer: z
      .object({ address: z.object({ country_code: z.string().regex(/^[A-Z]{2}$/) }) })
      .nullable()
      .catch(null),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          payee: z.object({ merchant_id: z.string().optional() }).optional(),
          payments: z
            .object({
              captures: z.array(captureAnswer).optional(),
              refunds: z.array(refundAnswer).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
  })
  // Its money was captured; an answer without the capture is not proof that nobody paid.
  .refine(
    ({ status, purchase_units: units }) =>
      status !== 'COMPLETED' ||
      (units ?? []).some(({ payments }) => (payments?.captures ?? []).length > 0),
    { path: ['purchase_units'], message: 'completed without a capture' },
  )
export type OrderAnswer = z.output<typeof orderAnswer>

export const problemAnswer = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

export const webhookBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: optionalTime,
  resource: z
    .object({
      id: z.string().optional(),
      dispute_id: z.string().optional(),
      links: z.array(link).optional(),
    })
    .loose()
    .optional(),
})
export type WebhookBody = z.output<typeof webhookBody>

const paymentStatus: Readonly<Record<CaptureStatus, Payment['status']>> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'held',
  DECLINED: 'declined',
  FAILED: 'declined',
}

type PurchaseUnit = NonNullable<OrderAnswer['purchase_units']>[number]

/** The payments of a PayPal order, one of each captured unit; none while nothing is captured. */
export function readOrderPayments({ id, purchase_units: units, payer }: OrderAnswer): Payment[] {
  const payerCountry = payer?.address.country_code ?? null
  return (units ?? []).flatMap((unit) => {
    const payment = readUnitPayment(id, unit)
    return payment ? [{ ...payment, payerCountry }] : []
  })
}

/** Prefers a later capture to a declined one. */
function readUnitPayment(providerOrderId: string, unit: PurchaseUnit): Payment | null {
  const captures = unit.payments?.captures ?? []
  const capture =
    captures.find(({ status }) => paymentStatus[status] !== 'declined') ?? captures.at(-1)
  if (!capture) return null
  const refunds = unit.payments?.refunds ?? []
  const payment: Payment = {
    ...readCapture(capture),
    orderId: unit.custom_id ?? capture.custom_id ?? null,
    providerOrderId,
    payee: unit.payee?.merchant_id ?? null,
  }
  return addRefunded(
    { ...payment, movements: [...payment.movements, ...refunds.flatMap(readRefund)] },
    sumCents(
      refunds
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ amount }) => amount?.amountCents ?? cents(0)),
    ),
  )
}

/**
 * A capture by itself. It shows whether it was refunded in full or in part, but not the amount of a
 * part: its order, where we may read it, and each refund do.
 */
export function readCapture(capture: CaptureAnswer): Payment {
  const { amountCents, currency } = capture.amount
  const status = paymentStatus[capture.status]
  const madeAt = capture.create_time ?? new Date()
  return {
    reference: capture.id,
    orderId: capture.custom_id ?? null,
    providerOrderId: capture.supplementary_data?.related_ids?.order_id ?? null,
    status,
    heldReason: status === 'held' ? (capture.status_details?.reason ?? null) : null,
    amountCents,
    refundedCents: status === 'refunded' ? amountCents : cents(0),
    currency,
    payee: null,
    madeAt,
    changedAt: capture.update_time ?? new Date(),
    payerCountry: null,
    movements:
      status === 'completed' || status === 'refunded'
        ? [
            {
              reference: capture.id,
              kind: 'sale',
              movedAt: madeAt,
              grossCents: amountCents,
              currency,
              settled: readSettled(capture.seller_receivable_breakdown),
            },
          ]
        : [],
  }
}

function readSettled(breakdown: CaptureAnswer['seller_receivable_breakdown']): Settlement | null {
  if (!breakdown) return null
  const { net_amount: net, receivable_amount: received } = breakdown
  const fee = breakdown.paypal_fee ?? breakdown.paypal_fee_in_receivable_currency
  return {
    feeCents: fee?.amountCents ?? cents(0),
    feeCurrency: fee?.currency ?? net.currency,
    netCents: (received ?? net).amountCents,
    currency: (received ?? net).currency,
  }
}

/** A refund as a movement; none when it took nothing (yet). */
function readRefund(refund: RefundAnswer): Movement[] {
  const { id, status, amount, create_time: at, seller_payable_breakdown: breakdown } = refund
  if (id === undefined || !amount || status !== 'COMPLETED') return []
  const fee = breakdown?.paypal_fee
  const net = breakdown?.net_amount_in_receivable_currency ?? breakdown?.net_amount
  return [
    {
      reference: id,
      kind: 'refund',
      movedAt: at ?? new Date(),
      grossCents: negative(amount.amountCents),
      currency: amount.currency,
      settled: net
        ? {
            feeCents: negative(fee?.amountCents ?? 0),
            feeCurrency: fee?.currency ?? amount.currency,
            netCents: negative(net.amountCents),
            currency: net.currency,
          }
        : null,
    },
  ]
}

function negative(amount: number): Cents {
  return cents(amount === 0 ? 0 : -amount)
}

/**
 * A payment with the refunded total that one of its refunds reports. A refund of another payment
 * changes nothing.
 */
export function readRefunded(payment: Payment, refund: RefundAnswer): Payment {
  if (refundedCapture(refund.links) !== payment.reference) return payment
  const total = refund.seller_payable_breakdown?.total_refunded_amount
  const isShown = payment.movements.some(({ reference }) => reference === refund.id)
  const withRefund = isShown
    ? payment
    : { ...payment, movements: [...payment.movements, ...readRefund(refund)] }
  return total?.currency === payment.currency
    ? addRefunded(withRefund, total.amountCents)
    : withRefund
}

/** The capture of a refund, which only its link "up" names. */
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
