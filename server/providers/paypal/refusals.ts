/**
 * Why PayPal refuses to create an order or to take its money, by its `issue`, in which `*` stands for
 * any end. https://developer.paypal.com/api/rest/reference/orders/v2/errors/
 */
const issues = {
  /** This buyer, or their means of payment: another one may work. */
  buyer: [
    'PAYER_*',
    'INSTRUMENT_DECLINED',
    'TRANSACTION_REFUSED',
    'TRANSACTION_LIMIT_EXCEEDED',
    'PAYMENT_SOURCE_*',
    'CARD_*',
    'REFERENCED_CARD_EXPIRED',
    'ALIAS_DECLINED_BY_PROCESSOR',
    'DECLINED_DUE_TO_RELATED_TXN',
    'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'DOMESTIC_TRANSACTION_REQUIRED',
    'CONSENT_NEEDED',
    'AGREEMENT_ALREADY_CANCELLED',
    'BILLING_*',
    'SHIPPING_ADDRESS_INVALID',
    'POSTAL_CODE_REQUIRED',
    'CITY_REQUIRED',
  ],
  /** The state of the order: it shows what happened. */
  state: [
    'ORDER_*',
    'INVALID_RESOURCE_ID',
    'RESOURCE_NOT_FOUND',
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
    'PREVIOUS_REQUEST_IN_PROGRESS',
  ],
} as const

const patterns = Object.values(issues)
  .flat()
  .map((issue) => new RegExp(`^${issue.replace('*', '.*')}$`))

/**
 * Whether the shop or its account is the reason: `PAYEE_*`, `COMPLIANCE_VIOLATION`,
 * `PERMISSION_DENIED`, a currency that it cannot take, a request that PayPal does not understand.
 * An unknown issue counts as one, because otherwise buyers would be sent away and nobody would know.
 */
export function isSellersRefusal(issue: string): boolean {
  return !patterns.some((pattern) => pattern.test(issue))
}
