/** Why a payer wants their money back, in the words of both providers. */
export const disputeReasons = [
  'not_received',
  'not_as_described',
  'unauthorised',
  'duplicate',
  'no_refund',
  'wrong_amount',
  'other',
] as const
type DisputeReason = (typeof disputeReasons)[number]

const reasonOfCode: ReadonlyMap<string, DisputeReason> = new Map([
  // PayPal
  ['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', 'not_received'],
  ['MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', 'not_as_described'],
  ['UNAUTHORISED', 'unauthorised'],
  ['DUPLICATE_TRANSACTION', 'duplicate'],
  ['PAYMENT_BY_OTHER_MEANS', 'duplicate'],
  ['CREDIT_NOT_PROCESSED', 'no_refund'],
  ['INCORRECT_AMOUNT', 'wrong_amount'],
  // Stripe
  ['product_not_received', 'not_received'],
  ['product_unacceptable', 'not_as_described'],
  ['fraudulent', 'unauthorised'],
  ['unrecognized', 'unauthorised'],
  ['debit_not_authorized', 'unauthorised'],
  ['duplicate', 'duplicate'],
  ['credit_not_processed', 'no_refund'],
])

/** The reason that a provider's code stands for; null when it gave none. */
export function disputeReasonOf(code: string | null): DisputeReason | null {
  return code === null ? null : (reasonOfCode.get(code) ?? 'other')
}
