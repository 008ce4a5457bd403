import { isInvoiceUsed } from './create-order.ts'
import { announce, now, type Desk } from './desk.ts'
import { done, refused, type Outcome } from './errors.ts'
import { captureChanged } from './events.ts'
import { newTransactionId } from './ids.ts'
import { normalise } from './money.ts'
import type { Capture, Order, PurchaseUnit } from './state.ts'

/** Takes the money of an approved order. */
export async function captureOrder(desk: Desk, orderId: string): Promise<Outcome<Order>> {
  const { state } = desk
  const order = state.orders.get(orderId)
  if (!order) return refused(404, 'INVALID_RESOURCE_ID')
  if (order.status === 'COMPLETED') return refused(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return refused(422, 'ORDER_NOT_APPROVED')
  if (order.instrument === 'declined') return refused(422, 'INSTRUMENT_DECLINED')
  if (order.units.some((unit) => isInvoiceUsed(state, unit))) {
    return refused(422, 'DUPLICATE_INVOICE_ID')
  }
  const captures = order.units.map((unit) => addCapture(desk, order, unit))
  order.status = 'COMPLETED'
  order.updateTime = now()
  await Promise.all(
    captures.map(({ capture, status }) => announce(desk, captureChanged(desk, capture, status))),
  )
  return done(order)
}

function addCapture(
  { state }: Desk,
  order: Order,
  unit: PurchaseUnit,
): { capture: Capture; status: 'PENDING' | 'COMPLETED' } {
  const createTime = now()
  const status = order.instrument === 'held' ? 'PENDING' : 'COMPLETED'
  const capture: Capture = {
    id: newTransactionId(),
    orderId: order.id,
    amount: normalise(unit.amount),
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    createTime,
    updateTime: createTime,
    refunds: [],
    status,
    disputes: [],
  }
  state.captures.set(capture.id, capture)
  unit.captureId = capture.id
  if (unit.invoice_id !== undefined) state.paidInvoiceIds.add(unit.invoice_id)
  return { capture, status }
}

/** Ends the review of a held payment. Null when there is no such held payment. */
export async function reviewCapture(
  desk: Desk,
  captureId: string,
  outcome: 'complete' | 'deny',
): Promise<Capture | null> {
  const capture = desk.state.captures.get(captureId)
  if (capture?.status !== 'PENDING') return null
  const status = outcome === 'complete' ? 'COMPLETED' : 'DECLINED'
  capture.status = status
  capture.updateTime = now()
  await announce(desk, captureChanged(desk, capture, status))
  return capture
}
