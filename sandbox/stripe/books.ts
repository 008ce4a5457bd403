import { sumRefunds, sumWithdrawn } from './money-back.ts'
import type { Charge, Session, StripeState } from './state.ts'

/** What Stripe's own books say of a session; amounts in the smallest units of its currency. */
export function toBookEntry(state: StripeState, session: Session) {
  const charge = chargeOf(state, session)
  const paid = charge?.status === 'succeeded' ? charge : undefined
  return {
    sessionId: session.id,
    paymentIntentId: session.paymentIntentId,
    chargeId: charge?.id ?? null,
    status: session.status,
    paymentStatus: session.paymentStatus,
    currency: session.currency,
    amountCents: session.amountCents,
    paidCents: paid?.amountCents ?? 0,
    refundedCents: paid ? sumRefunds(paid) : 0,
    /** Taken by disputes that are open or lost. */
    disputedCents: paid ? sumWithdrawn(paid) : 0,
    openDisputes: paid?.disputes.filter(({ outcome }) => outcome === 'open').length ?? 0,
    clientReferenceId: session.terms.clientReferenceId,
    metadata: session.terms.metadata,
  }
}

/** The last attempt to pay a session. */
export function chargeOf(state: StripeState, session: Session): Charge | undefined {
  const intent = state.paymentIntents.get(session.paymentIntentId ?? '')
  return state.charges.get(intent?.latestChargeId ?? '')
}

/** By the id of the session, payment intent, charge or one of its refunds and disputes. */
export function findCharge(state: StripeState, reference: string): Charge | undefined {
  const session = state.sessions.get(reference)
  if (session) return chargeOf(state, session)
  const chargeId =
    state.paymentIntents.get(reference)?.latestChargeId ??
    state.refunds.get(reference)?.chargeId ??
    state.disputes.get(reference)?.chargeId ??
    reference
  return state.charges.get(chargeId)
}
