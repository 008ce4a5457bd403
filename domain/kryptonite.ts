import { cents, type Cents } from './money.ts'

/** An amount of Kryptonite, the virtual currency. Branded so that it cannot be mixed with cents. */
export type Kr = number & { readonly unit: 'Kr' }

/** Makes Kr from a whole number; anything else is a programming error. */
export function kr(amount: number): Kr {
  if (!isKr(amount)) throw new RangeError(`not whole Kr: ${amount}`)
  return amount
}

function isKr(amount: number): amount is Kr {
  return Number.isSafeInteger(amount)
}

/**
 * Why a balance changed. A balance is the sum of its transactions; a correction is a new row. Only
 * `skin_purchase` is spending, which the database never lets below zero; a refund or a dispute of a
 * pack takes its Kr back even when they are already spent.
 */
export const transactionTypes = [
  'admin_add',
  'pack_purchase',
  'pack_bonus',
  'skin_purchase',
  'refund',
  'dispute',
  'correction',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The initial value of sums by type. */
export const noKrByType: Readonly<Record<TransactionType, number>> = {
  admin_add: 0,
  pack_purchase: 0,
  pack_bonus: 0,
  skin_purchase: 0,
  refund: 0,
  dispute: 0,
  correction: 0,
}

/**
 * The states of a pack's order. `pending`: the buyer is at Stripe. `processing`: they have finished
 * there, their bank has not (pay later). `paid`: the Kr are credited. `failed`: their bank refused.
 * `expired`: the checkout was left unpaid. A paid order becomes `disputed` or `refunded` with its
 * payment.
 */
export const packOrderStatuses = [
  'pending',
  'processing',
  'paid',
  'failed',
  'expired',
  'disputed',
  'refunded',
] as const
export type PackOrderStatus = (typeof packOrderStatuses)[number]

/** How much of a payment is refunded or disputed, by the provider's latest answer. */
export interface PackPaymentTotals {
  readonly paidCents: Cents
  readonly refundedCents: Cents
  /** In open and lost disputes: the provider has withdrawn it from our account. */
  readonly disputedCents: Cents
}

/**
 * The total Kr to take back of a pack: in proportion to the money, never more than the pack gave,
 * rounded down in the player's favour.
 */
export function krTakenBack(credited: Kr, money: PackPaymentTotals): Kr {
  const back = Math.min(money.paidCents, money.refundedCents + money.disputedCents)
  return kr(Math.floor((credited * back) / money.paidCents))
}

/** Splits the total: first by the refund alone, the rest by the dispute. */
export function krTakenBackByCause(
  credited: Kr,
  money: PackPaymentTotals,
): { readonly refund: Kr; readonly dispute: Kr } {
  const refund = krTakenBack(credited, { ...money, disputedCents: cents(0) })
  return { refund, dispute: kr(krTakenBack(credited, money) - refund) }
}

/**
 * Converts a part of the charged amount to the same part of the price, at most the price. The two
 * amounts differ by taxes or by another currency.
 */
export function shareOfPrice(part: number, charged: number, priceCents: Cents): Cents {
  if (charged <= 0) return cents(0)
  return cents(Math.min(priceCents, Math.round((part / charged) * priceCents)))
}

/** The status of an order that was paid once, by its payment's totals. */
export function statusOfPaid(
  { paidCents, refundedCents, disputedCents }: PackPaymentTotals,
  isDisputeOpen: boolean,
): Extract<PackOrderStatus, 'paid' | 'disputed' | 'refunded'> {
  if (isDisputeOpen) return 'disputed'
  return refundedCents + disputedCents >= paidCents ? 'refunded' : 'paid'
}
