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
