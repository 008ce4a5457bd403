import { z } from 'zod'
import { now, type FakePayPal } from './fake-paypal.ts'
import { done, refused, refusedPayment, type Outcome } from './errors.ts'
import { newTransactionId } from './ids.ts'
import { findAmountFault } from './money.ts'
import { readBody } from './read-body.ts'
import { purchaseUnitRequest, type Order, type PayPalState } from './state.ts'

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
  }
  state.orders.set(order.id, order)
  return order
}

/** A payment uses up an invoice id; an unpaid order does not. */
export function isInvoiceUsed(state: PayPalState, { invoice_id: invoiceId }: UnitRequest): boolean {
  return invoiceId !== undefined && state.paidInvoiceIds.has(invoiceId)
}
