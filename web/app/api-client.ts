import type * as z from 'zod/mini'
import {
  addressOf,
  type Addressed,
  type AnswerOf,
  type Call,
  type Endpoint,
} from '#contract/endpoint.ts'
import {
  isProblemCode,
  type FieldError,
  type Problem,
  type ProblemCode,
  type SavedValue,
} from '#contract/problem.ts'

/** Everything that can go wrong: the server's own error codes and failures on the way. */
export type FailureCode = ProblemCode | 'network_error' | 'timeout' | 'unexpected_answer'

/**
 * A failed request. Pages choose their text by the code; `message` is for logs, and for codes that a
 * page has no text for. Without one from the server it is the code.
 */
export class ApiProblem extends Error {
  readonly code: FailureCode
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly errors: readonly FieldError[] = []
  /** With `forbidden` for somebody of the staff: the right that they lack. */
  readonly needs: string | null = null
  /** With `price_changed`: the current price of the item. */
  readonly currentPriceCents: number | null = null
  /** With `price_changed` of a skin: its current price. */
  readonly currentPriceKr: number | null = null
  /** With `insufficient_balance`: the current balance in Kr. */
  readonly balance: number | null = null
  /** With `banned`: why, and until when. */
  readonly ban: Problem['ban'] | null = null
  /** With `edit_conflict`: what somebody else has saved. */
  readonly current: Pick<SavedValue, 'value' | 'version'> | null = null
  /** How long to wait before the next try, if the server says so. */
  readonly retryAfterSeconds: number | null = null

  constructor(code: FailureCode, status: number, detail: Partial<ApiProblem> = {}) {
    super(detail.message ?? code)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    Object.assign(this, detail)
  }

  /** What the server says about it; null when it says nothing. */
  get sentence(): string | null {
    return this.message === this.code ? null : this.message
  }
}

/** How a call is made, besides what its endpoint asks for. */
interface CallOptions {
  /** The server treats requests with the same key as one. */
  readonly idempotencyKey?: string
  /** The secret that proves who made a listing; null without one. */
  readonly bearerSecret?: string | null
  readonly timeoutMs?: number
}

/** What `call` takes after the endpoint; nothing is needed where the endpoint asks for nothing. */
export type CallArguments<Given> =
  Partial<Call<Given>> extends Call<Given>
    ? [request?: Call<Given> & CallOptions]
    : [request: Call<Given> & CallOptions]

export const defaultTimeoutMs = 15_000
/** Our server makes requests to Stripe in that time, and retries slow ones. */
export const stripeTimeoutMs = 40_000

/**
 * Calls an endpoint of our server and returns its answer, parsed. The first page loads without zod, so
 * an endpoint may also be the chunk that brings it.
 * @throws {ApiProblem} for every error of the server, when no response arrives, and when it does not
 * fit the endpoint's schema.
 */
export async function call<Given extends Endpoint>(
  endpoint: Given | Promise<Given>,
  ...[request]: CallArguments<Given>
): Promise<AnswerOf<Given>>
export async function call(
  endpoint: Endpoint | Promise<Endpoint>,
  request: ExchangeOptions & Addressed = {},
): Promise<unknown> {
  // Offline, and after a release, its chunk may be missing: nothing was sent then.
  const loaded = await Promise.resolve(endpoint).catch(() => {
    throw new ApiProblem('network_error', 0)
  })
  const response = await exchange(addressOf(loaded, request), { ...request, method: loaded.method })
  if (loaded.answer) return parseAnswer(loaded.answer, response)
  readBody(response)
  return undefined
}

/**
 * Parses a response of our server by the schema of its answer.
 * @throws {ApiProblem} for every error of the server, and when the response does not fit.
 */
export function parseAnswer<Answer>(shape: z.ZodMiniType<Answer>, response: Exchange): Answer {
  const parsed = shape.safeParse(readBody(response))
  if (!parsed.success) throw new ApiProblem('unexpected_answer', response.status)
  return parsed.data
}

/** @throws {ApiProblem} for every error of the server, and when the response is not JSON. */
function readBody({ ok, status, text, retryAfterSeconds }: Exchange): unknown {
  if (!ok) throw toProblem(status, parseBody(status, text), retryAfterSeconds)
  return parseBody(status, text)
}

interface Exchange {
  readonly ok: boolean
  readonly status: number
  readonly text: string
  readonly retryAfterSeconds: number | null
}

let serverAheadMs = Number.NEGATIVE_INFINITY

/** The server's time, as its answers say; this device's until there is one. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(serverAheadMs) ? serverAheadMs : 0)
}

interface ExchangeOptions extends CallOptions {
  readonly method?: Endpoint['method']
  /** Sent as JSON. */
  readonly body?: unknown
}

/**
 * Sends a request to our own server, for callers that also read the headers of the response.
 * @throws {ApiProblem} when no response arrives.
 */
export async function exchange(
  path: string,
  options: ExchangeOptions,
): Promise<Exchange & { readonly headers: Headers }> {
  const {
    method = 'GET',
    body,
    idempotencyKey,
    bearerSecret = null,
    timeoutMs = defaultTimeoutMs,
  } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(bearerSecret !== null && { authorization: `Bearer ${bearerSecret}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: timeout,
    })
    // Inside the try, because the connection can break and the time can run out during the body too.
    const text = await response.text()
    const { ok, status, headers } = response
    const sentAt = Date.parse(headers.get('date') ?? '')
    // The latest counts: an answer that the browser has kept is as old as its date.
    if (sentAt) serverAheadMs = Math.max(serverAheadMs, sentAt - Date.now())
    return {
      ok,
      status,
      text,
      headers,
      retryAfterSeconds: Number(headers.get('retry-after')) || null,
    }
  } catch {
    throw new ApiProblem(timeout.aborted ? 'timeout' : 'network_error', 0)
  }
}

function parseBody(status: number, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiProblem('unexpected_answer', status)
  }
}

function toProblem(status: number, body: unknown, retryAfterSeconds: number | null): ApiProblem {
  if (!isRecord(body)) return new ApiProblem('unexpected_answer', status)
  const said = typeof body.message === 'string' ? { message: body.message } : {}
  // A code of a newer server.
  if (!isProblemCode(body.code)) return new ApiProblem('unexpected_answer', status, said)
  return new ApiProblem(body.code, status, {
    retryAfterSeconds,
    ...said,
    ...(Array.isArray(body.errors) && { errors: body.errors.filter(isFieldError) }),
    currentPriceCents: numberOrNull(body.currentPriceCents),
    currentPriceKr: numberOrNull(body.currentPriceKr),
    balance: numberOrNull(body.balance),
    needs: stringOrNull(body.needs),
    ban: isRecord(body.ban)
      ? { reason: stringOrNull(body.ban.reason), until: stringOrNull(body.ban.until) }
      : null,
    current: isRecord(body.current)
      ? { value: body.current.value, version: numberOrNull(body.current.version) }
      : null,
  })
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFieldError(value: unknown): value is FieldError {
  return (
    isRecord(value) &&
    typeof value.path === 'string' &&
    typeof value.code === 'string' &&
    typeof value.message === 'string' &&
    (value.line === undefined || typeof value.line === 'number')
  )
}
