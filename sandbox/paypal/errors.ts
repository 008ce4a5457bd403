import type { z } from 'zod'
import { parseJson } from '#sandbox/read-control.ts'
import type { FakePayPal } from './fake-paypal.ts'
import { newDebugId } from './state.ts'

const headings = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message:
      'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  403: {
    name: 'NOT_AUTHORIZED',
    message: 'Authorization failed due to insufficient permissions.',
  },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  429: {
    name: 'RATE_LIMIT_REACHED',
    message: 'Too many requests. Blocked due to rate limiting.',
  },
  500: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred.' },
} as const

/** The published schema's sentences, by issue. */
const descriptions = {
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  DECIMAL_PRECISION:
    'If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  REFERENCE_ID_REQUIRED:
    "'reference_id' is required for each 'purchase_unit' if multiple 'purchase_unit' are provided.",
  DUPLICATE_REFERENCE_ID: '`reference_id` must be unique if multiple `purchase_unit` are provided.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  UNSUPPORTED_INTENT:
    '`intent=AUTHORIZE` is not supported for multiple purchase units. Only `intent=CAPTURE` is supported.',
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED:
    'The PayPal-Request-Id has already been used for another request.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  PAYER_CANNOT_PAY:
    'Combination of payer and payee settings mean that this buyer cannot pay this seller.',
  TRANSACTION_REFUSED: 'The request was refused.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  TRANSACTION_BLOCKED_BY_PAYEE: 'Transaction blocked by Payee’s Fraud Protection settings.',
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
} as const

/** Why a payment can be refused: two reasons of the buyer's, then the seller's. */
export const refusalIssues = [
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'COMPLIANCE_VIOLATION',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'PERMISSION_DENIED',
  'DUPLICATE_INVOICE_ID',
] as const satisfies readonly Issue[]

type Issue = keyof typeof descriptions
type ErrorStatus = keyof typeof headings

interface Refusal {
  readonly status: ErrorStatus
  readonly issue?: Issue
  /** JSON pointer to the wrong field of the body. */
  readonly field?: string
  readonly value?: string
}

/** The result of a call, or why PayPal refuses it. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refused(status: ErrorStatus, issue: Issue): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { status, issue } }
}

/** PayPal refuses a payment, by a fault of the control page; null without one. */
export function refusedPayment({ context: { faults } }: FakePayPal, path: string) {
  const fault = faults.take('paypal', 'payment-refused', path)
  return fault && refused(fault.issue === 'PERMISSION_DENIED' ? 403 : 422, fault.issue)
}

/** A refusal in PayPal's shape, https://developer.paypal.com/api/rest/responses/ */
export function errorAnswer({ status, issue, field, value }: Refusal): Response {
  const debugId = newDebugId()
  const location =
    field === undefined ? {} : { field, location: 'body', ...(value !== undefined && { value }) }
  const details = issue && [{ ...location, issue, description: descriptions[issue] }]
  const links = issue && [
    {
      href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
      rel: 'information_link',
      method: 'GET',
    },
  ]
  return Response.json(
    { ...headings[status], ...(details && { details }), debug_id: debugId, links: links ?? [] },
    { status, headers: { 'Paypal-Debug-Id': debugId } },
  )
}

/** Parses a JSON body; the first fault becomes PayPal's 400 with a pointer to the field. */
export function readBody<T extends z.ZodType>(schema: T, text: string): Outcome<z.output<T>> {
  const body = text === '' ? {} : parseJson(text)
  if (body === undefined) {
    return { ok: false, refusal: { status: 400, issue: 'MALFORMED_REQUEST_JSON' } }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  if (!issue) throw new Error('zod refused a body without saying why')
  return { ok: false, refusal: toRefusal(issue, valueAt(body, issue.path)) }
}

function toRefusal(issue: z.core.$ZodIssue, value: unknown): Refusal {
  return {
    status: 400,
    issue: toIssue(issue, value),
    field: `/${issue.path.join('/')}`,
    ...(typeof value === 'string' && { value }),
  }
}

function toIssue(issue: z.core.$ZodIssue, value: unknown): Issue {
  if (value === undefined) return 'MISSING_REQUIRED_PARAMETER'
  if (issue.code === 'too_big') {
    return issue.origin === 'array' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH'
  }
  if (issue.code === 'too_small') {
    return issue.origin === 'array' ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_STRING_LENGTH'
  }
  return issue.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX'
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
    body,
  )
}
