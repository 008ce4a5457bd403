import { z } from 'zod'
import { done, type Outcome, readBody, refused, refusedPayment } from './errors.ts'
import { captureChanged } from './events.ts'
import { announce, type FakePayPal, now } from './fake-paypal.ts'
import { findAmountFault, normalise } from './money.ts'
import { buyer } from './order-views.ts'
import {
  type Capture,
  newTransactionId,
  type Order,
  type PayPalState,
  type PurchaseUnit,
  purchaseUnitRequest,
} from './state.ts'

type UnitRequest = z.output<typeof purchaseUnitRequest>

const orderRequest = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitRequest).min(1).max(10),
})

/** Creates an order from a request body, or says what is wrong with it. Supports only the intent `CAPTURE`. */
export function createOrder(fake: FakePayPal, body: string): Outcome<Order> {
  const { state } = fake
  const reading = readBody(orderRequest, body)
  if (!reading.ok) return reading
  const { intent, purchase_units: units } = reading.value
  if (intent !== 'CAPTURE') return refused(422, 'UNSUPPORTED_INTENT')
  const references = units.map((unit) => unit.reference_id)
  if (units.length > 1 && references.includes(undefined)) {
    return refused(422, 'REFERENCE_ID_REQUIRED')
  }
  if (new Set(references).size < units.length) return refused(422, 'DUPLICATE_REFERENCE_ID')
  for (const [index, { amount }] of units.entries()) {
    const issue = findAmountFault(amount)
    const field = `/purchase_units/${index}/amount/value`
    if (issue) return { ok: false, refusal: { status: 422, issue, field, value: amount.value } }
  }
  if (units.some((unit) => isInvoiceUsed(state, unit))) return refused(422, 'DUPLICATE_INVOICE_ID')
  return refusedPayment(fake, '/v2/checkout/orders') ?? done(addOrder(state, units, false))
}

export function addOrder(
  state: PayPalState,
  units: readonly UnitRequest[],
  fromHostedButton: boolean,
): Order {
  const createTime = now()
  const order: Order = {
    id: newTransactionId(),
    createTime,
    updateTime: createTime,
    units: units.map((unit) => ({ ...unit, reference_id: unit.reference_id ?? 'default' })),
    fromHostedButton,
    status: 'CREATED',
    instrument: null,
    heldReason: 'PENDING_REVIEW',
    country: buyer.countryCode,
  }
  state.orders.set(order.id, order)
  return order
}

/** A payment uses up an invoice id; an unpaid order does not. */
function isInvoiceUsed(state: PayPalState, { invoice_id: invoiceId }: UnitRequest): boolean {
  return invoiceId !== undefined && state.paidInvoiceIds.has(invoiceId)
}

/** Captures the money of an approved order. */
export async function captureOrder(fake: FakePayPal, orderId: string): Promise<Outcome<Order>> {
  const { state } = fake
  const order = state.orders.get(orderId)
  if (!order) return refused(404, 'INVALID_RESOURCE_ID')
  if (order.status === 'COMPLETED') return refused(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return refused(422, 'ORDER_NOT_APPROVED')
  const refusal = refusedPayment(fake, `/v2/checkout/orders/${orderId}/capture`)
  if (refusal) return refusal
  if (order.instrument === 'declined') return refused(422, 'INSTRUMENT_DECLINED')
  if (order.units.some((unit) => isInvoiceUsed(state, unit))) {
    return refused(422, 'DUPLICATE_INVOICE_ID')
  }
  const captures = order.units.map((unit) => addCapture(fake, order, unit))
  order.status = 'COMPLETED'
  order.updateTime = now()
  await Promise.all(
    captures.map(({ capture, status }) => announce(fake, captureChanged(fake, capture, status))),
  )
  return done(order)
}

type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED'

function addCapture(
  fake: FakePayPal,
  order: Order,
  unit: PurchaseUnit,
): { capture: Capture; status: CaptureStatus } {
  const { state } = fake
  const createTime = now()
  const status = decideUnit(fake, order)
  const capture: Capture = {
    id: newTransactionId(),
    orderId: order.id,
    amount: normalise(unit.amount),
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    createTime,
    updateTime: createTime,
    refunds: [],
    heldReason: order.heldReason,
    status,
    disputes: [],
  }
  state.captures.set(capture.id, capture)
  unit.captureId = capture.id
  if (unit.invoice_id !== undefined && status !== 'DECLINED') {
    state.paidInvoiceIds.add(unit.invoice_id)
  }
  return { capture, status }
}

/** Of several units some can fail while the others are paid. A fault decides over one unit. */
function decideUnit({ context: { faults } }: FakePayPal, order: Order): CaptureStatus {
  if (order.instrument === 'held') return 'PENDING'
  if (order.units.length === 1) return 'COMPLETED'
  const path = `/v2/checkout/orders/${order.id}/capture`
  if (faults.take('paypal', 'unit-declined', path)) return 'DECLINED'
  return faults.take('paypal', 'unit-held', path) ? 'PENDING' : 'COMPLETED'
}

/** Ends the review of a held payment. Null when no such payment is held. */
export async function reviewCapture(
  fake: FakePayPal,
  captureId: string,
  outcome: 'complete' | 'deny',
): Promise<Capture | null> {
  const capture = fake.state.captures.get(captureId)
  if (capture?.status !== 'PENDING') return null
  const status = outcome === 'complete' ? 'COMPLETED' : 'DECLINED'
  capture.status = status
  capture.updateTime = now()
  await announce(fake, captureChanged(fake, capture, status))
  return capture
}
