import type Stripe from 'stripe'
import { z } from 'zod'
import type { Movement } from '#server/providers/payment-provider.ts'
import { toCents } from './units.ts'

/** Expanded, so that one answer has what a charge and its refunds meant for our balance. */
export const bookedCharge = [
  'balance_transaction',
  'refunds.data.balance_transaction',
  'refunds.data.failure_balance_transaction',
]

const transaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: z.int(),
})
/** An id where it is not expanded, and null until Stripe has made it. */
const expandedTransaction = z.union([z.string(), transaction]).nullish()

export const bookedChargeShape = z.object({
  balance_transaction: expandedTransaction,
  refunds: z
    .object({
      data: z.array(
        z.object({
          id: z.string(),
          amount: z.int(),
          currency: z.string(),
          balance_transaction: expandedTransaction,
          failure_balance_transaction: expandedTransaction,
        }),
      ),
    })
    .nullish(),
})

/** What the books need of a dispute; it shows its transactions without being asked. */
const bookedDisputeShape = z.object({
  amount: z.int(),
  currency: z.string(),
  balance_transactions: z.array(transaction),
})

/** The charge that was paid, as its session shows it. */
type PaidCharge = Pick<Stripe.Charge, 'id' | 'amount' | 'currency' | 'created'>

/**
 * The movements of a payment: its charge, its refunds, and what its disputes took and gave back.
 * Without `booked`, which Stripe may not let us read, only that the charge was paid.
 */
export function readMovements(
  charge: PaidCharge,
  booked: unknown,
  disputes: readonly unknown[],
): Movement[] {
  const { balance_transaction: sale, refunds } = bookedChargeShape.safeParse(booked).data ?? {}
  const paid = asTransaction(sale)
  return [
    {
      reference: charge.id,
      kind: 'sale',
      movedAt: atSeconds(paid?.created ?? charge.created),
      grossCents: toCents(charge.amount, charge.currency),
      currency: charge.currency.toUpperCase(),
      settled: paid && readSettled(paid),
    },
    ...(refunds?.data ?? []).flatMap((refund) => {
      const back = asTransaction(refund.balance_transaction)
      // A refund that fails later returns by a transaction of its own.
      const failed = asTransaction(refund.failure_balance_transaction)
      return [
        ...(back ? [readMoved(refund.id, 'refund', refund, back)] : []),
        ...(failed ? [readMoved(failed.id, 'refund', refund, failed)] : []),
      ]
    }),
    ...disputes.flatMap((one) => {
      const { data: dispute } = bookedDisputeShape.safeParse(one)
      return dispute
        ? dispute.balance_transactions.map((moved) =>
            readMoved(moved.id, moved.amount < 0 ? 'dispute' : 'dispute_won', dispute, moved),
          )
        : []
    }),
  ]
}

type Transaction = z.output<typeof transaction>

function asTransaction(part: z.output<typeof expandedTransaction>): Transaction | null {
  return typeof part === 'string' ? null : (part ?? null)
}

/** Refunds and disputes have the currency of the buyer, their transactions that of our balance. */
function readMoved(
  reference: string,
  kind: Movement['kind'],
  { amount, currency }: Pick<Transaction, 'amount' | 'currency'>,
  moved: Transaction,
): Movement {
  return {
    reference,
    kind,
    movedAt: atSeconds(moved.created),
    grossCents: toCents(Math.sign(moved.amount) * amount, currency),
    currency: currency.toUpperCase(),
    settled: readSettled(moved),
  }
}

function readSettled({ fee, net, currency }: Transaction): Movement['settled'] {
  return {
    feeCents: toCents(fee, currency),
    feeCurrency: currency.toUpperCase(),
    netCents: toCents(net, currency),
    currency: currency.toUpperCase(),
  }
}

function atSeconds(seconds: number): Date {
  return new Date(seconds * 1000)
}
