import type { MoneyControls } from '../money-controls.ts'
import { answerInvalid } from '../read-control.ts'
import { findCapture, type Desk } from './desk.ts'
import { disputeCapture } from './dispute-capture.ts'
import { errorAnswer } from './errors.ts'
import { fromMinorUnits, type Money } from './money.ts'
import { refundCapture } from './refund-capture.ts'
import type { Capture } from './state.ts'

const unknownReference = 'no payment with this order or capture id'

/** Refunds and disputes as if made on PayPal's own pages. */
export function paypalMoneyControls(desk: Desk): MoneyControls {
  return {
    async refund(reference, amountCents) {
      const capture = findCapture(desk.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const amount = toMoney(capture, amountCents)
      const outcome = await refundCapture(desk, capture.id, amount ? { amount } : {})
      if (!outcome.ok) return errorAnswer({ ...outcome.refusal, status: 422 })
      return Response.json({ refundId: outcome.value.id, captureStatus: capture.status })
    },
    async dispute(reference, outcome, amountCents) {
      const capture = findCapture(desk.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const amount = toMoney(capture, amountCents) ?? capture.amount
      const dispute = await disputeCapture(desk, capture, outcome, amount)
      return Response.json({ disputeId: dispute.id, outcome: dispute.outcome })
    },
  }
}

function toMoney(capture: Capture, amountCents: number | undefined): Money | undefined {
  return amountCents === undefined
    ? undefined
    : fromMinorUnits(amountCents, capture.amount.currency_code)
}
