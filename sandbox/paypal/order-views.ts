import { paypalCredentials } from '#sandbox/credentials.ts'
import { feeOf, fromMinorUnits, normalise, subtract } from './money.ts'
import type { Capture, Order, PayPalState, PurchaseUnit, Refund } from './state.ts'

export type Json = Record<string, unknown>

export interface Presentation {
  readonly state: PayPalState
  /** Where links lead; no trailing slash. */
  readonly origin: string
}

export const payee = {
  email_address: paypalCredentials.merchantEmail,
  merchant_id: paypalCredentials.merchantId,
} as const

/** The sandbox's only buyer. */
export const buyer = {
  payerId: 'KRYPTBUYER234',
  email: 'buyer@sandbox.example',
  name: { given_name: 'Lena', surname: 'Brandt' },
  countryCode: 'FR',
} as const

/** The full form of an order (`Prefer: return=representation`, and GET). */
export function presentOrder(view: Presentation, order: Order): Json {
  return {
    create_time: order.createTime,
    ...(order.status !== 'CREATED' && { update_time: order.updateTime }),
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...presentBuyer(order),
    purchase_units: order.units.map((unit) => ({
      reference_id: unit.reference_id,
      amount: normalise(unit.amount),
      payee,
      ...(unit.description !== undefined && { description: unit.description }),
      ...(unit.custom_id !== undefined && { custom_id: unit.custom_id }),
      ...(unit.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
      ...(unit.soft_descriptor !== undefined && { soft_descriptor: unit.soft_descriptor }),
      ...presentPayments(view, unit),
    })),
    links: orderLinks(view, order),
  }
}

/** The answer to creating an order without a `Prefer` header. */
export function presentCreatedOrder(view: Presentation, order: Order): Json {
  return { id: order.id, status: order.status, links: orderLinks(view, order) }
}

/** The answer to a capture without a `Prefer` header: the payments, without the items. */
export function presentCapturedOrder(view: Presentation, order: Order): Json {
  return {
    id: order.id,
    status: order.status,
    ...presentBuyer(order),
    purchase_units: order.units.map((unit) => ({
      reference_id: unit.reference_id,
      ...presentPayments(view, unit),
    })),
    links: orderLinks(view, order).filter(({ rel }) => rel === 'self'),
  }
}

function presentBuyer(order: Order): Json {
  if (order.instrument === null) return {}
  const { payerId, email, name } = buyer
  const { country } = order
  return {
    payment_source: {
      paypal: {
        email_address: email,
        account_id: payerId,
        account_status: 'VERIFIED',
        name,
        address: { country_code: country },
      },
    },
    payer: {
      name,
      email_address: email,
      payer_id: payerId,
      address: { country_code: country },
    },
  }
}

function presentPayments(view: Presentation, unit: PurchaseUnit): Json {
  const capture = unit.captureId === undefined ? undefined : view.state.captures.get(unit.captureId)
  if (!capture) return {}
  const { refunds } = capture
  return {
    payments: {
      captures: [presentCaptureInOrder(view, capture)],
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => presentRefund(view, refund)) }),
    },
  }
}

function orderLinks(
  { origin }: Presentation,
  order: Order,
): { href: string; rel: string; method: string }[] {
  const self = `${origin}/v2/checkout/orders/${order.id}`
  const links = [{ href: self, rel: 'self', method: 'GET' }]
  if (order.status === 'COMPLETED') return links
  return [
    ...links,
    { href: `${origin}/checkoutnow?token=${order.id}`, rel: 'approve', method: 'GET' },
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
  ]
}

/** A capture as its order shows it. */
function presentCaptureInOrder({ origin }: Presentation, capture: Capture): Json {
  const { amount } = capture
  const self = `${origin}/v2/payments/captures/${capture.id}`
  const isPaid = capture.status !== 'PENDING' && capture.status !== 'DECLINED'
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: capture.heldReason } }),
    amount,
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(isPaid && {
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: feeOf(amount),
        net_amount: subtract(amount, feeOf(amount)),
      },
    }),
    ...(capture.invoiceId !== undefined && { invoice_id: capture.invoiceId }),
    ...(capture.customId !== undefined && { custom_id: capture.customId }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${origin}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  }
}

/** A capture as `GET /v2/payments/captures/{id}` and webhooks show it. */
export function presentCapture(view: Presentation, capture: Capture): Json {
  return {
    ...presentCaptureInOrder(view, capture),
    payee,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

/** A refund as all calls and webhooks show it. Its link `up` names the capture. */
export function presentRefund({ origin }: Presentation, refund: Refund): Json {
  const { amount } = refund
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount,
    ...(refund.note !== undefined && { note_to_payer: refund.note }),
    ...(refund.invoiceId !== undefined && { invoice_id: refund.invoiceId }),
    ...(refund.customId !== undefined && { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: amount,
      // PayPal keeps its fee after a refund.
      paypal_fee: fromMinorUnits(0, amount.currency_code),
      net_amount: amount,
      total_refunded_amount: refund.totalRefunded,
    },
    create_time: refund.createTime,
    update_time: refund.createTime,
    links: [
      { href: `${origin}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
  }
}

/** The answer to a refund without a `Prefer` header. */
export function presentRefundBriefly(view: Presentation, refund: Refund): Json {
  const { id, status, links } = presentRefund(view, refund)
  return { id, status, links }
}
