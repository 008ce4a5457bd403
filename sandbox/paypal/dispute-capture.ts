import { announce, now, type Desk } from './desk.ts'
import { disputeChanged } from './events.ts'
import { newDisputeId } from './ids.ts'
import type { Money } from './money.ts'
import { refundCapture } from './refund-capture.ts'
import type { Capture, Dispute } from './state.ts'

/** Opens a buyer's case, or ends it: a lost one takes the money back. */
export async function disputeCapture(
  desk: Desk,
  capture: Capture,
  outcome: Dispute['outcome'],
  amount: Money,
): Promise<Dispute> {
  if (outcome === 'open') return changeDispute(desk, capture, outcome, amount)
  if (!capture.dispute) await changeDispute(desk, capture, 'open', amount)
  const dispute = await changeDispute(desk, capture, outcome, amount)
  if (outcome === 'lost') await refundCapture(desk, capture.id, { amount: dispute.amount }, true)
  return dispute
}

async function changeDispute(
  desk: Desk,
  capture: Capture,
  outcome: Dispute['outcome'],
  amount: Money,
): Promise<Dispute> {
  const dispute = capture.dispute ?? { id: newDisputeId(), amount, createTime: now(), outcome }
  dispute.outcome = outcome
  capture.dispute = dispute
  await announce(desk, disputeChanged(desk, capture, dispute))
  return dispute
}
