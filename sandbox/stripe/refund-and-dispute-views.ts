import type { Dispute, Refund } from './state.ts'
import type { Json } from './views.ts'

const disputeFeeCents = 1500
const secondsToAnswer = 9 * 24 * 60 * 60

export function presentRefund(refund: Refund): Json {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        type: 'refund',
        reference_type: 'acquirer_reference_number',
        ...(refund.reference === null
          ? { reference_status: 'pending' }
          : { reference_status: 'available', reference: refund.reference }),
      },
    },
    metadata: refund.metadata,
    payment_intent: refund.paymentIntentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** An open dispute has already taken its money; a won one has returned it, except for the fee. */
export function presentDispute(dispute: Dispute): Json {
  const { outcome, created } = dispute
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    balance_transactions: [
      movement(dispute, dispute.withdrawalId, -dispute.amountCents, disputeFeeCents),
      ...(dispute.reinstatementId === null
        ? []
        : [movement(dispute, dispute.reinstatementId, dispute.amountCents, 0)]),
    ],
    charge: dispute.chargeId,
    created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: outcome === 'open' ? created + secondsToAnswer : null,
      enhanced_eligibility: {},
      has_evidence: outcome !== 'open',
      past_due: false,
      submission_count: outcome === 'open' ? 0 : 1,
      submission_method: outcome === 'open' ? 'not_submitted' : 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: dispute.paymentIntentId,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: outcome === 'open' ? 'needs_response' : outcome,
  }
}

function movement(dispute: Dispute, id: string, amount: number, fee: number): Json {
  return {
    id,
    object: 'balance_transaction',
    amount,
    created: dispute.created,
    currency: dispute.currency,
    description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${dispute.chargeId}`,
    fee,
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  }
}
