import { paypalCredentials } from '#sandbox/credentials.ts'
import { presentCaptureInOrder } from './capture-view.ts'
import { normalise } from './money.ts'
import type { Order, PayPalState, PurchaseUnit } from './state.ts'
import { presentRefund } from './refund-view.ts'

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
  const { payerId, email, name, countryCode } = buyer
  return {
    payment_source: {
      paypal: {
        email_address: email,
        account_id: payerId,
        account_status: 'VERIFIED',
        name,
        address: { country_code: countryCode },
      },
    },
    payer: {
      name,
      email_address: email,
      payer_id: payerId,
      address: { country_code: countryCode },
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
