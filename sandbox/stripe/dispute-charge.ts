import type { Desk } from './desk.ts'
import { announce } from './events.ts'
import { newOtherId } from './ids.ts'
import { leftOf } from './money-back.ts'
import { nowSeconds, type Charge, type Dispute } from './state.ts'

/** Opens a buyer's chargeback: the money leaves the shop at once. Words when it cannot be. */
export async function openDispute(
  desk: Desk,
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
  desk.state.disputes.set(dispute.id, dispute)
  charge.disputes = [dispute, ...charge.disputes]
  await announce(desk, 'charge.dispute.created', dispute.id)
  await announce(desk, 'charge.dispute.funds_withdrawn', dispute.id)
  return dispute
}

/** The bank decides. A won one gives the money back. False when it was decided before. */
export async function decideDispute(
  desk: Desk,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  if (dispute.outcome !== 'open') return false
  dispute.outcome = outcome
  if (outcome === 'won') dispute.reinstatementId = newOtherId('txn')
  const before = { status: 'needs_response' }
  await announce(desk, 'charge.dispute.closed', dispute.id, { before })
  if (outcome === 'won') await announce(desk, 'charge.dispute.funds_reinstated', dispute.id)
  return true
}
