import qs from 'qs'
import { z } from 'zod'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** Why Stripe refuses a call, https://docs.stripe.com/api/errors */
interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500
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

/** A list of a form; one whose numbers have gaps arrives as fields named by them. */
export function formList<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(item),
  )
}

export const formInteger = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)

export const formBoolean = z
  .enum(['true', 'false'], 'Invalid boolean')
  .transform((value) => value === 'true')

/** https://docs.stripe.com/api/metadata */
export const formMetadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= 50, 'Metadata can have up to 50 keys')

/** Parses a body or query; the first wrong parameter becomes Stripe's 400. */
export function readForm<T extends z.ZodType>(schema: T, text: string): Outcome<z.output<T>> {
  const fields = qs.parse(text, { ignoreQueryPrefix: true })
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  if (!issue) throw new Error('zod refused a form without saying why')
  return refuseIssue(issue, valueAt(fields, issue.path))
}

function refuseIssue(issue: z.core.$ZodIssue, value: unknown): ReturnType<typeof refused> {
  const param = inBrackets(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = inBrackets([...issue.path, ...issue.keys.slice(0, 1)])
    return refused(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  if (value === undefined) {
    return refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`
    return refused(message, { code: 'parameter_invalid_empty', param })
  }
  if (issue.message === 'Invalid integer') {
    return refused(`Invalid integer: ${typeof value === 'string' ? value : '[object]'}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  if (issue.message === 'Not a valid URL') {
    return refused('Not a valid URL', { code: 'url_invalid', param })
  }
  return refused(`Invalid ${param}: ${issue.message}`, { param })
}

function inBrackets([head, ...rest]: readonly PropertyKey[]): string {
  return `${String(head ?? '')}${rest.map((name) => `[${String(name)}]`).join('')}`
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
    fields,
  )
}
