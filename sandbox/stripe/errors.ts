export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** Why Stripe refuses a call, https://docs.stripe.com/api/errors */
export interface Refusal {
  readonly status: 400 | 401 | 404 | 409 | 429 | 500
  readonly type: ErrorType
  readonly message: string
  readonly code?: string
  /** The wrong parameter, in the form's own spelling: `line_items[0][price]`. */
  readonly param?: string
}

/** The result of a call, or why Stripe refuses it. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refused(
  message: string,
  detail: { readonly code?: string; readonly param?: string } = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { status: 400, type: 'invalid_request_error', message, ...detail } }
}

/** `kind` is Stripe's name of the object: `checkout.session`, `price`. An id in a path is a 404. */
export function missing(
  kind: string,
  id: string,
  param: string,
): { readonly ok: false; readonly refusal: Refusal } {
  return refused(`No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}

export function errorAnswer({ status, type, message, code, param }: Refusal): Response {
  const error = {
    ...(code !== undefined && {
      code,
      doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    }),
    message,
    ...(param !== undefined && { param }),
    type,
  }
  return Response.json({ error }, { status })
}

export function notFound(kind: string, id: string, param: string): Response {
  return errorAnswer({ ...missing(kind, id, param).refusal, status: 404 })
}

/** Stripe's own answer to an internal fault or too many calls. */
export function brokenAnswer(status: 429 | 500): Response {
  return errorAnswer(
    status === 429
      ? {
          status,
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded.',
        }
      : {
          status,
          type: 'api_error',
          message:
            'Sorry! There was an error while talking to our backend. Please try again later.',
        },
  )
}
