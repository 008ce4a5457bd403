/**
 * What a held payment waits for. `bank`: some days. `provider`: minutes to hours. `ban`: we have the
 * money, and the staff refund it or lift the ban.
 */
export const heldFor = ['staff', 'bank', 'provider', 'ban'] as const
export type HeldFor = (typeof heldFor)[number]

/** PayPal's reasons for which the shop has to accept a payment, or to do something about its account. */
export const heldForStaff: readonly string[] = [
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'UNILATERAL',
  'VERIFICATION_REQUIRED',
  'INTERNATIONAL_WITHDRAWAL',
]
const heldForBank: ReadonlySet<string> = new Set([
  'ECHECK',
  'TRANSACTION_APPROVED_AWAITING_FUNDING',
])

/** By PayPal's reason, https://developer.paypal.com/docs/api/payments/v2/#captures_get */
export function readHeldFor(reason: string | null): HeldFor {
  if (reason === null) return 'provider'
  if (heldForStaff.includes(reason)) return 'staff'
  return heldForBank.has(reason) ? 'bank' : 'provider'
}
