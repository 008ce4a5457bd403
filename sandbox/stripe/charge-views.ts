import { disputeTransactions, presentTransaction } from './balance.ts'
import { type Charge, type Dispute, type Refund, sumRefunds } from './state.ts'
import { buyer, type Json } from './views.ts'

export const declineMessage = 'Your card was declined.'

/** Why a charge failed, if it did. */
export function failureOf({ method }: Charge): { code: string; message: string } {
  return method === 'card'
    ? { code: 'card_declined', message: declineMessage }
    : { code: 'payment_method_provider_decline', message: 'The bank refused the debit.' }
}

/** A charge without its `refunds`, which Stripe includes only when they are expanded. */
export function presentCharge(charge: Charge): Json {
  const isPaid = charge.status === 'succeeded'
  const hasFailed = charge.status === 'failed'
  const failure = failureOf(charge)
  const refundedCents = sumRefunds(charge)
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amountCents,
    amount_captured: isPaid ? charge.amountCents : 0,
    amount_refunded: refundedCents,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? charge.balanceTransactionId : null,
    billing_details: {
      address: buyer.address,
      email: buyer.email,
      name: buyer.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: charge.disputes.length > 0,
    failure_balance_transaction: null,
    failure_code: hasFailed ? failure.code : null,
    failure_message: hasFailed ? failure.message : null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: presentOutcome(charge),
    paid: isPaid,
    payment_intent: charge.paymentIntentId,
    payment_method: charge.paymentMethodId,
    payment_method_details: presentMethod(charge),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && refundedCents === charge.amountCents,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function presentOutcome({ status, method }: Charge): Json {
  const isDeclined = status === 'failed' && method === 'card'
  return {
    advice_code: isDeclined ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: isDeclined ? '01' : null,
    network_status: isDeclined ? 'declined_by_network' : 'approved_by_network',
    reason: isDeclined ? 'generic_decline' : null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: isDeclined
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: isDeclined ? 'issuer_declined' : 'authorized',
  }
}

function presentMethod({ method, amountCents }: Charge): Json {
  if (method === 'us_bank_account') {
    return {
      type: method,
      us_bank_account: { account_type: 'checking', bank_name: 'SANDBOX BANK', last4: '6789' },
    }
  }
  return {
    type: method,
    card: {
      amount_authorized: amountCents,
      authorization_code: '123456',
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: 'pass',
        cvc_check: 'pass',
      },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: 'Xt5EWLLDS7FJjR1c',
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: '104102978678771',
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

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

export function presentDispute(dispute: Dispute): Json {
  const { outcome, created } = dispute
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    balance_transactions: disputeTransactions(dispute).map((transaction) =>
      presentTransaction(transaction, dispute.currency),
    ),
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
