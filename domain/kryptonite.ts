import { cents, type Cents } from './money.ts'

/** An amount of Kryptonite, the virtual currency. Branded so that it can never be mixed with cents. */
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
 * Why a balance changed. A player's balance is the sum of his rows; a correction is a new row.
 * Only `skin_purchase` is spending, which the database never lets below zero; a refund or a dispute
 * of a pack takes its Kr back also when they are spent.
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

/** Where sums by type begin. */
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
 * The life of a pack's order. `pending`: the buyer is at Stripe. `processing`: he has finished there,
 * his bank has not (pay later). `paid`: the Kr are credited. `failed`: his bank refused. `expired`:
 * the checkout was left unpaid. `disputed` and `refunded` say how the money stands now, of a paid one.
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

/** What has gone back of a payment, or is held back, as the provider tells it now. */
export interface PackPaymentTotals {
  readonly paidCents: Cents
  readonly refundedCents: Cents
  /** Of disputes that are open or lost: the provider has withdrawn it from us. */
  readonly disputedCents: Cents
}

/**
 * How much of a pack's Kr is taken back, in all: in proportion to the money, never more than the
 * pack gave. Fractions are left to the player.
 */
export function krTakenBack(credited: Kr, money: PackPaymentTotals): Kr {
  const back = Math.min(money.paidCents, money.refundedCents + money.disputedCents)
  return kr(Math.floor((credited * back) / money.paidCents))
}

/** The same, by what took them: a refund first, a dispute whatever it takes beyond that. */
export function krTakenBackByCause(
  credited: Kr,
  money: PackPaymentTotals,
): { readonly refund: Kr; readonly dispute: Kr } {
  const refund = krTakenBack(credited, { ...money, disputedCents: cents(0) })
  return { refund, dispute: kr(krTakenBack(credited, money) - refund) }
}

/**
 * A part of what was charged as a part of the price: taxes or another currency make the two differ.
 * Never more than the price.
 */
export function shareOfPrice(part: number, charged: number, priceCents: Cents): Cents {
  if (charged <= 0) return cents(0)
  return cents(Math.min(priceCents, Math.round((part / charged) * priceCents)))
}

/** How an order that was paid stands by its money. */
export function statusOfPaid(
  { paidCents, refundedCents, disputedCents }: PackPaymentTotals,
  isDisputeOpen: boolean,
): Extract<PackOrderStatus, 'paid' | 'disputed' | 'refunded'> {
  if (isDisputeOpen) return 'disputed'
  return refundedCents + disputedCents >= paidCents ? 'refunded' : 'paid'
}
