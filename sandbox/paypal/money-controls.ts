import type { MoneyControls } from '#sandbox/money-controls.ts'
import { answerInvalid } from '#sandbox/read-control.ts'
import { findCapture, type FakePayPal } from './fake-paypal.ts'
import { decideDispute, openDispute } from './dispute-capture.ts'
import { errorAnswer } from './errors.ts'
import { fromMinorUnits, type Money } from './money.ts'
import { refundCapture } from './refund-capture.ts'
import type { Capture, Dispute } from './state.ts'

const unknownReference = 'no payment with this order, capture or dispute id'

/** Refunds and disputes as made on PayPal's own pages. */
export function paypalMoneyControls(fake: FakePayPal): MoneyControls {
  return {
    async refund(reference, amountCents) {
      const capture = findCapture(fake.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const amount = toMoney(capture, amountCents)
      const outcome = await refundCapture(fake, capture.id, amount ? { amount } : {})
      if (!outcome.ok) return errorAnswer({ ...outcome.refusal, status: 422 })
      return Response.json({ refundId: outcome.value.id, captureStatus: capture.status })
    },
    async dispute(reference, { outcome, amountCents, takenAsRefund }) {
      const capture = findCapture(fake.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const known =
        fake.state.disputes.get(reference) ??
        (outcome === 'open' ? undefined : capture.disputes.find(isOpen))
      if (known && outcome === 'open') return answerInvalid('outcome', 'it is there already')
      const opened = known ?? (await openDispute(fake, capture, amountCents))
      if (typeof opened === 'string') return answerInvalid('amountCents', opened)
      const decision = { outcome, amountMinor: amountCents, takenAsRefund }
      const dispute =
        outcome === 'open'
          ? opened
          : await decideDispute(fake, capture, opened, { ...decision, outcome })
      if (typeof dispute === 'string') return answerInvalid('outcome', dispute)
      return Response.json({ disputeId: dispute.id, outcome: dispute.outcome })
    },
  }
}

function isOpen({ outcome }: Dispute): boolean {
  return outcome === 'open'
}

function toMoney(capture: Capture, amountCents: number | undefined): Money | undefined {
  return amountCents === undefined
    ? undefined
    : fromMinorUnits(amountCents, capture.amount.currency_code)
}
