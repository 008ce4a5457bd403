import type { Charge, Dispute, Refund, StripeState } from './state.ts'
import type { Json } from './views.ts'

/** A movement on the shop's account, in the currency of its balance. */
export interface BalanceTransaction {
  readonly id: string
  readonly type: 'charge' | 'refund' | 'adjustment'
  readonly reportingCategory: 'charge' | 'refund' | 'dispute' | 'dispute_reversal'
  readonly source: string
  readonly description: string
  /** In the currency of the buyer. */
  readonly grossCents: number
  readonly amount: number
  readonly fee: number
  readonly created: number
}

/** The shop's bank account is in euros, whatever its buyers pay in. */
const balanceCurrency = 'eur'
const eurosPerDollar = 0.92
const disputeFee = 2000

function rateOf(currency: string): number {
  return currency === balanceCurrency ? 1 : eurosPerDollar
}

function convert(amountCents: number, currency: string): number {
  return Math.round(amountCents * rateOf(currency))
}

export function chargeTransaction(charge: Charge): BalanceTransaction {
  const amount = convert(charge.amountCents, charge.currency)
  return {
    id: charge.balanceTransactionId,
    type: 'charge',
    reportingCategory: 'charge',
    source: charge.id,
    description: charge.description ?? 'Payment',
    grossCents: charge.amountCents,
    amount,
    // That of a card from the euro area, and 2 % for the conversion.
    fee: Math.round(amount * 0.035) + 25,
    created: charge.created,
  }
}

/** Stripe keeps its fee after a refund. */
export function refundTransaction(refund: Refund): BalanceTransaction {
  return {
    id: refund.balanceTransactionId,
    type: 'refund',
    reportingCategory: 'refund',
    source: refund.id,
    description: `REFUND FOR CHARGE (${refund.chargeId})`,
    grossCents: -refund.amountCents,
    amount: -convert(refund.amountCents, refund.currency),
    fee: 0,
    created: refund.created,
  }
}

/** An open dispute has already taken its money; a won one has returned it, except for the fee. */
export function disputeTransactions(dispute: Dispute): BalanceTransaction[] {
  const amount = convert(dispute.amountCents, dispute.currency)
  const common = { type: 'adjustment', source: dispute.id } as const
  const withdrawal: BalanceTransaction = {
    ...common,
    id: dispute.withdrawalId,
    reportingCategory: 'dispute',
    description: `Chargeback withdrawal for ${dispute.chargeId}`,
    grossCents: -dispute.amountCents,
    amount: -amount,
    fee: disputeFee,
    created: dispute.created,
  }
  if (dispute.reinstatementId === null) return [withdrawal]
  const reversal: BalanceTransaction = {
    ...common,
    id: dispute.reinstatementId,
    reportingCategory: 'dispute_reversal',
    description: `Chargeback reversal for ${dispute.chargeId}`,
    grossCents: dispute.amountCents,
    amount,
    fee: 0,
    created: dispute.decided ?? dispute.created,
  }
  return [withdrawal, reversal]
}

const kinds = {
  charge: 'sale',
  refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
} as const

/** What each payment meant for the shop's balance, in the smallest units. */
export function listMovements({ charges }: StripeState) {
  return [...charges.values()]
    .filter(({ status }) => status === 'succeeded')
    .flatMap((charge) =>
      [
        chargeTransaction(charge),
        ...charge.refunds.map(refundTransaction),
        ...charge.disputes.flatMap(disputeTransactions),
      ].map(({ id, type, reportingCategory, source, grossCents, amount, fee, created }) => ({
        // A dispute's own id would stand for what it took and what it gave back.
        reference: type === 'adjustment' ? id : source,
        kind: kinds[reportingCategory],
        movedAt: new Date(created * 1000).toISOString(),
        grossCents,
        currency: charge.currency.toUpperCase(),
        feeCents: fee,
        netCents: amount - fee,
        settledCurrency: balanceCurrency.toUpperCase(),
      })),
    )
}

/** https://docs.stripe.com/api/balance_transactions/object */
export function presentTransaction(transaction: BalanceTransaction, currency: string): Json {
  const { amount, fee, reportingCategory, grossCents: _grossCents, ...rest } = transaction
  return {
    ...rest,
    object: 'balance_transaction',
    amount,
    available_on: transaction.created,
    balance_type: 'payments',
    currency: balanceCurrency,
    exchange_rate: currency === balanceCurrency ? null : rateOf(currency),
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: balanceCurrency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: reportingCategory,
    status: 'available',
  }
}
