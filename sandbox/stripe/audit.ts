import { sumRefunds, sumWithdrawn } from './returned-amounts.ts'
import type { Charge, Session, StripeState } from './state.ts'

/** Stripe's own record of a session; amounts in the smallest units of its currency. */
export function toAuditEntry(state: StripeState, session: Session) {
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
    /** Withdrawn by open or lost disputes. */
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

/** Finds a charge by the id of its session, payment intent or itself, or of a refund or dispute of it. */
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
