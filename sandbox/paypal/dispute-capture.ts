import { announce, type FakePayPal } from './fake-paypal.ts'
import { disputeChanged } from './events.ts'
import { newDisputeId } from './ids.ts'
import { fromMinorUnits, toMinorUnits } from './money.ts'
import { leftOf, undisputedOf } from './returned-amounts.ts'
import { refundCapture } from './refund-capture.ts'
import type { Capture, Dispute } from './state.ts'

export type DisputeRefusal = 'not paid' | 'more than is left' | 'decided already'

/** Opens a buyer's dispute about what is left of a payment, or a part of it. */
export async function openDispute(
  fake: FakePayPal,
  capture: Capture,
  amountMinor = undisputedOf(capture),
): Promise<Dispute | DisputeRefusal> {
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') return 'not paid'
  if (amountMinor <= 0 || amountMinor > undisputedOf(capture)) return 'more than is left'
  const createTime = new Date().toISOString()
  const dispute: Dispute = {
    id: newDisputeId(),
    captureId: capture.id,
    amount: fromMinorUnits(amountMinor, capture.amount.currency_code),
    createTime,
    updateTime: createTime,
    outcome: 'open',
    taken: null,
    takenAsRefund: false,
  }
  fake.state.disputes.set(dispute.id, dispute)
  capture.disputes.push(dispute)
  await announce(fake, disputeChanged(fake, capture, dispute))
  return dispute
}

export interface Decision {
  readonly outcome: 'won' | 'lost'
  /** How much a lost dispute takes; by default all that is disputed. Never more than the shop still has. */
  readonly amountMinor: number | undefined
  /** Whether that is listed as a refund too: PayPal documents nothing about it. */
  readonly takenAsRefund: boolean
}

/** Decides a dispute as PayPal would. A lost one takes money back from the shop. */
export async function decideDispute(
  fake: FakePayPal,
  capture: Capture,
  dispute: Dispute,
  { outcome, amountMinor, takenAsRefund }: Decision,
): Promise<Dispute | DisputeRefusal> {
  if (dispute.outcome !== 'open') return 'decided already'
  const disputed = toMinorUnits(dispute.amount)
  if (amountMinor !== undefined && amountMinor > disputed) return 'more than is left'
  const takenMinor = outcome === 'lost' ? Math.min(amountMinor ?? disputed, leftOf(capture)) : 0
  dispute.outcome = outcome
  dispute.updateTime = new Date().toISOString()
  if (outcome === 'lost') {
    dispute.taken = fromMinorUnits(takenMinor, capture.amount.currency_code)
    dispute.takenAsRefund = takenAsRefund
  }
  await announce(fake, disputeChanged(fake, capture, dispute))
  if (dispute.taken && takenAsRefund && takenMinor > 0) {
    await refundCapture(fake, capture.id, { amount: dispute.taken }, true)
  }
  return dispute
}
