import { feeOf } from './money.ts'
import { buyer, type Json, payee, type Presentation } from './order-views.ts'
import type { Capture, Dispute } from './state.ts'

/**
 * A dispute as `GET /v1/customer/disputes/{id}` and webhooks show it to the shop.
 * https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get
 */
export function presentDispute({ origin }: Presentation, capture: Capture, dispute: Dispute): Json {
  const isOpen = dispute.outcome === 'open'
  const self = `${origin}/v1/customer/disputes/${dispute.id}`
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: capture.createTime,
        transaction_status: capture.status,
        gross_amount: capture.amount,
        ...(capture.invoiceId !== undefined && { invoice_number: capture.invoiceId }),
        ...(capture.customId !== undefined && { custom: capture.customId }),
        buyer: { name: `${buyer.name.given_name} ${buyer.name.surname}` },
        seller: { email: payee.email_address, merchant_id: payee.merchant_id },
        seller_protection_eligible: true,
      },
    ],
    reason: 'UNAUTHORISED',
    status: isOpen ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_state: isOpen ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: dispute.amount,
    ...(!isOpen && presentDecision(dispute)),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    messages: [
      { posted_by: 'BUYER', time_posted: dispute.createTime, content: 'I did not pay this.' },
    ],
    ...(isOpen && { seller_response_due_date: twentyDaysAfter(dispute.createTime) }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isOpen
        ? [
            { href: `${self}/provide-evidence`, rel: 'provide_evidence', method: 'POST' },
            { href: `${self}/accept-claim`, rel: 'accept_claim', method: 'POST' },
          ]
        : []),
    ],
  }
}

/** A dispute as the list shows it: without its transactions and its decision. */
export function presentDisputeBriefly(origin: string, dispute: Dispute): Json {
  const { id, amount, outcome, createTime, updateTime } = dispute
  const isOpen = outcome === 'open'
  return {
    dispute_id: id,
    create_time: createTime,
    update_time: updateTime,
    reason: 'UNAUTHORISED',
    status: isOpen ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_state: isOpen ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: amount,
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [{ href: `${origin}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }],
  }
}

function presentDecision({ amount, outcome, taken, updateTime }: Dispute): Json {
  const settlement = { initiated_time: updateTime, reason: 'DISPUTE_SETTLEMENT' }
  if (outcome === 'won' || !taken) {
    return { dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }
  }
  return {
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: taken },
    money_movements: [
      { affected_party: 'BUYER', amount: taken, type: 'CREDIT', ...settlement },
      { affected_party: 'SELLER', amount: taken, type: 'DEBIT', ...settlement },
      {
        affected_party: 'SELLER',
        amount: feeOf(amount),
        type: 'DEBIT',
        initiated_time: updateTime,
        reason: 'DISPUTE_FEE',
      },
    ],
  }
}

function twentyDaysAfter(time: string): string {
  return new Date(Date.parse(time) + 20 * 24 * 60 * 60 * 1000).toISOString()
}
