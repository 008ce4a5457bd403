import type { MoneyControls } from '#sandbox/money-controls.ts'
import { answerInvalid } from '#sandbox/read-control.ts'
import { findCharge } from './audit.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { decideDispute, openDispute } from './dispute-charge.ts'
import { refundCharge } from './refund-charge.ts'

const unknownReference = 'no payment with this session, payment intent, charge or dispute id'

/** Refunds as made in Stripe's dashboard, and disputes as buyers and banks make them. */
export function stripeMoneyControls(fake: FakeStripe): MoneyControls {
  const { state } = fake
  return {
    async refund(reference, amountCents) {
      const charge = findCharge(state, reference)
      if (!charge) return answerInvalid('reference', unknownReference)
      const outcome = await refundCharge(fake, charge, { amountCents })
      if (!outcome.ok) return answerInvalid('amountCents', outcome.refusal.message)
      return Response.json({ refundId: outcome.value.id, chargeId: charge.id })
    },
    async dispute(reference, { outcome, amountCents }) {
      const charge = findCharge(state, reference)
      if (!charge) return answerInvalid('reference', unknownReference)
      const known =
        state.disputes.get(reference) ??
        (outcome === 'open'
          ? undefined
          : charge.disputes.find((dispute) => dispute.outcome === 'open'))
      if (known && outcome === 'open') return answerInvalid('outcome', 'it is there already')
      const dispute = known ?? (await openDispute(fake, charge, amountCents))
      if (typeof dispute === 'string') return answerInvalid('amountCents', dispute)
      if (outcome !== 'open' && !(await decideDispute(fake, dispute, outcome))) {
        return answerInvalid('outcome', 'decided already')
      }
      return Response.json({ disputeId: dispute.id, outcome: dispute.outcome })
    },
  }
}
