import type { FakeStripe } from './fake-stripe.ts'
import { announce } from './events.ts'
import { newOtherId } from './ids.ts'
import { leftOf } from './returned-amounts.ts'
import { nowSeconds, type Charge, type Dispute } from './state.ts'

/**
 * Opens a buyer's chargeback, which takes the money from the shop at once. Returns a sentence when
 * it is impossible.
 */
export async function openDispute(
  fake: FakeStripe,
  charge: Charge,
  amountCents = leftOf(charge),
): Promise<Dispute | 'not paid' | 'more than is left'> {
  if (charge.status !== 'succeeded') return 'not paid'
  if (amountCents <= 0 || amountCents > leftOf(charge)) return 'more than is left'
  const dispute: Dispute = {
    id: newOtherId('du'),
    chargeId: charge.id,
    paymentIntentId: charge.paymentIntentId,
    created: nowSeconds(),
    amountCents,
    currency: charge.currency,
    outcome: 'open',
    withdrawalId: newOtherId('txn'),
    reinstatementId: null,
  }
  fake.state.disputes.set(dispute.id, dispute)
  charge.disputes = [dispute, ...charge.disputes]
  await announce(fake, 'charge.dispute.created', dispute.id)
  await announce(fake, 'charge.dispute.funds_withdrawn', dispute.id)
  return dispute
}

/** The bank decides. A won dispute returns the money. False when it was already decided. */
export async function decideDispute(
  fake: FakeStripe,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  if (dispute.outcome !== 'open') return false
  dispute.outcome = outcome
  if (outcome === 'won') dispute.reinstatementId = newOtherId('txn')
  const before = { status: 'needs_response' }
  await announce(fake, 'charge.dispute.closed', dispute.id, { before })
  if (outcome === 'won') await announce(fake, 'charge.dispute.funds_reinstated', dispute.id)
  return true
}
