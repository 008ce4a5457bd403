/** The page of a payment at its provider, where the staff can refund it. */
export function refundAddress(
  provider: 'paypal' | 'stripe',
  mode: 'live' | 'test',
  reference: string,
): string {
  return provider === 'paypal'
    ? `https://www.${mode === 'test' ? 'sandbox.' : ''}paypal.com/activity/payment/${reference}`
    : `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${reference}`
}
