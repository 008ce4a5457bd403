import { problemStatus, type FieldError, type ProblemCode } from '#contract/problem.ts'

/** What can go wrong besides the refusals that the server names. */
export type FailureCode = ProblemCode | 'network_error' | 'timeout' | 'unexpected_answer'

/** A call that did not succeed. `message` is for logs; pages choose their words by the code. */
export class ApiProblem extends Error {
  readonly code: FailureCode
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly errors: readonly FieldError[]
  /** With `price_changed`: what the item costs now. */
  readonly currentPriceCents: number | null
  /** With `price_changed` of a skin: what it costs now. */
  readonly currentPriceKr: number | null
  /** With `insufficient_balance`: the Kr that there are. */
  readonly balance: number | null
  /** How long to wait before another try, where the server says so. */
  readonly retryAfterSeconds: number | null

  constructor(code: FailureCode, status: number, detail: ProblemDetail = {}) {
    super(detail.message ?? code)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.errors = detail.errors ?? []
    this.currentPriceCents = detail.currentPriceCents ?? null
    this.currentPriceKr = detail.currentPriceKr ?? null
    this.balance = detail.balance ?? null
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null
  }
}

interface ProblemDetail {
  readonly message?: string
  readonly errors?: readonly FieldError[]
  readonly currentPriceCents?: number
  readonly currentPriceKr?: number
  readonly balance?: number
  readonly retryAfterSeconds?: number | null
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON; with a body the method is POST unless said otherwise. */
  readonly body?: unknown
  /** The same key makes a repeated request one request. */
  readonly idempotencyKey?: string
  /** What proves who made a listing. */
  readonly bearerSecret?: string
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000

/**
 * Calls our own server and gives back its answer, undefined for an empty one.
 * @throws {ApiProblem} for every refusal, and when no answer comes.
 */
export async function requestJson<Answer>(
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  // Both ends share the contract, and the same server sent these pages: no second parse here.
  const answer: Answer = readAnswer(await exchange(path, options))
  return answer
}

/**
 * What our server's answer says, however it was asked.
 * @throws {ApiProblem} for every refusal.
 */
export function readAnswer({
  ok,
  status,
  text,
  retryAfterSeconds,
}: Exchange): ReturnType<typeof JSON.parse> {
  if (!ok) throw toProblem(status, parseBody(status, text), retryAfterSeconds)
  return parseBody(status, text)
}

interface Exchange {
  readonly ok: boolean
  readonly status: number
  readonly text: string
  readonly retryAfterSeconds: number | null
}

/**
 * Calls our own server, for those who read the headers of its answer as well.
 * @throws {ApiProblem} when no answer comes.
 */
export async function exchange(
  path: string,
  options: RequestOptions,
): Promise<Exchange & { readonly headers: Headers }> {
  const { body, idempotencyKey, bearerSecret, timeoutMs = defaultTimeoutMs } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(bearerSecret !== undefined && { authorization: `Bearer ${bearerSecret}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: timeout,
    })
    // Here, because the line can break and the time can end while the body comes as well.
    const text = await response.text()
    const { ok, status, headers } = response
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

function parseBody(status: number, text: string): ReturnType<typeof JSON.parse> {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiProblem('unexpected_answer', status)
  }
}

function toProblem(status: number, body: unknown, retryAfterSeconds: number | null): ApiProblem {
  if (!isRecord(body) || !isProblemCode(body.code)) {
    return new ApiProblem('unexpected_answer', status)
  }
  return new ApiProblem(body.code, status, {
    retryAfterSeconds,
    ...(typeof body.message === 'string' && { message: body.message }),
    ...(Array.isArray(body.errors) && { errors: body.errors.filter(isFieldError) }),
    ...(typeof body.currentPriceCents === 'number' && {
      currentPriceCents: body.currentPriceCents,
    }),
    ...(typeof body.currentPriceKr === 'number' && { currentPriceKr: body.currentPriceKr }),
    ...(typeof body.balance === 'number' && { balance: body.balance }),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemStatus, value)
}

function isFieldError(value: unknown): value is FieldError {
  return (
    isRecord(value) &&
    typeof value.path === 'string' &&
    typeof value.code === 'string' &&
    typeof value.message === 'string'
  )
}
