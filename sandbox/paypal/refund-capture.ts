import { z } from 'zod'
import { announce, now, type FakePayPal } from './fake-paypal.ts'
import { done, refused, type Outcome } from './errors.ts'
import { captureRefunded } from './events.ts'
import { newTransactionId } from './ids.ts'
import { findAmountFault, fromMinorUnits, moneySchema, normalise, toMinorUnits } from './money.ts'
import { leftOf, sumRefunds } from './returned-amounts.ts'
import type { Refund } from './state.ts'

/** Body of `POST /v2/payments/captures/{id}/refund`; without an amount the rest is refunded. */
export const refundRequest = z.object({
  amount: moneySchema.optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
})
export type RefundRequest = z.output<typeof refundRequest>

/** Refunds a capture. `reversed` when PayPal does it against the shop's will. */
export async function refundCapture(
  fake: FakePayPal,
  captureId: string,
  request: RefundRequest,
  reversed = false,
): Promise<Outcome<Refund>> {
  const { state } = fake
  const capture = state.captures.get(captureId)
  if (!capture) return refused(404, 'INVALID_RESOURCE_ID')
  if (capture.status === 'PENDING') return refused(422, 'PENDING_CAPTURE')
  if (capture.status === 'DECLINED') return refused(422, 'REFUND_NOT_ALLOWED')
  if (capture.status === 'REFUNDED') return refused(422, 'CAPTURE_FULLY_REFUNDED')
  const currency = capture.amount.currency_code
  const paid = toMinorUnits(capture.amount)
  const refundedBefore = sumRefunds(capture)
  const left = leftOf(capture)
  if (left === 0) return refused(422, 'CAPTURE_FULLY_REFUNDED')
  const amount = request.amount ?? fromMinorUnits(left, currency)
  if (amount.currency_code !== currency) return refused(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
  const fault = findAmountFault(amount)
  if (fault) return refused(422, fault)
  const refundedAfter = refundedBefore + toMinorUnits(amount)
  if (toMinorUnits(amount) > left) return refused(422, 'REFUND_AMOUNT_EXCEEDED')

  const refund: Refund = {
    id: newTransactionId(),
    captureId,
    amount: normalise(amount),
    totalRefunded: fromMinorUnits(refundedAfter, currency),
    invoiceId: request.invoice_id ?? capture.invoiceId,
    customId: request.custom_id ?? capture.customId,
    note: request.note_to_payer,
    createTime: now(),
  }
  state.refunds.set(refund.id, refund)
  capture.refunds.push(refund)
  capture.status = refundedAfter === paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updateTime = refund.createTime
  await announce(fake, captureRefunded(fake, refund, reversed ? 'REVERSED' : 'REFUNDED'))
  return done(refund)
}
