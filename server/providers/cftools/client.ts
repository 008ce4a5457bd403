import { z } from 'zod'
import { failureDetail, type CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { parseJson } from '#domain/provider-text.ts'
import { readAnswer } from '#server/providers/read-answer.ts'

export interface CftoolsAccount {
  readonly applicationId: string
  readonly secret: string
  /** `https://data.cftools.cloud` or a fake. */
  readonly apiOrigin: string
  readonly clock: () => Date
  /** Calls in a minute, where they differ from the usual ones. */
  readonly limits?: Partial<Readonly<Record<LimitedCall, number>>>
}

/**
 * Calls in a minute, of each kind that CFTools counts separately. Those of `player` and `server` are
 * our guess; `queue` gets as many as `lookup`, whose limit is known, until the owner sets it.
 */
const usualLimits = { register: 2, grants: 1, lookup: 20, player: 60, server: 10, queue: 20 }
type LimitedCall = keyof typeof usualLimits

const timeoutMilliseconds = 10_000
/** A token lasts about a day; this is how long before its end it is renewed. */
const tokenMarginSeconds = 60
const usualTokenSeconds = 23 * 60 * 60
const minuteMilliseconds = 60_000
/** The pause after a refused call if CFTools names none: its minute may end at any time. */
const refusedSeconds = 10

export interface CftoolsRequest<Answer> {
  /** The call's name in metrics and log. */
  readonly operation: string
  readonly limited: LimitedCall
  /** GET if it is not given. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The shape of the answer's body; null for calls that are answered without one. */
  readonly shape: z.ZodType<Answer>
}

export type CftoolsResult<Answer> =
  | { readonly outcome: 'ok'; readonly answer: Answer }
  /** With CFTools' own code. */
  | { readonly outcome: 'refused'; readonly status: number; readonly error: string }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number }
  /** A call that changes something may have had its effect. */
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unreadable'; readonly detail: string }

export interface CftoolsClient {
  call<Answer>(
    request: CftoolsRequest<Answer>,
    stopped: AbortSignal,
  ): Promise<CftoolsResult<Answer>>
  /** How many calls of a kind may be made now. */
  left(limited: LimitedCall): number
  /** How many of a kind may be made in a minute. */
  limitOf(limited: LimitedCall): number
  /** When so many calls of a kind may be made at once. */
  freeAt(limited: LimitedCall, calls: number): Date
}

const tokenAnswer = z.object({
  token: z.string().min(1),
  valid_for: z.number().positive().optional(),
})
const errorAnswer = z.object({ error: z.string(), request_id: z.string().nullish() })
/** Refusals of a token, after which a new one helps. */
const tokenErrors = new Set([
  'login-required',
  'bad-token',
  'expired-token',
  'token-regeneration-required',
])

interface Token {
  readonly value: string
  readonly endsAtMs: number
}

/**
 * A thin client of CFTools' Data API, which keeps its limits. Its errors are JSON by CFTools, or
 * pages of the network before it. Faults of network or provider are values, never exceptions.
 */
export function createCftoolsClient(
  account: CftoolsAccount,
  calls: CallInstrumentation,
): CftoolsClient {
  const limits = keepLimits({ ...usualLimits, ...account.limits }, account.clock)
  let token: Promise<CftoolsResult<Token>> | null = null

  /** All calls that need a new token wait for the same one. */
  async function currentToken(): Promise<CftoolsResult<Token>> {
    const asked = (token ??= calls.watch('register', register))
    const result = await asked
    const isGood = result.outcome === 'ok' && result.answer.endsAtMs > account.clock().getTime()
    if (isGood) return result
    if (token === asked) token = null
    return result.outcome === 'ok' ? currentToken() : result
  }

  async function register(): Promise<CftoolsResult<Token>> {
    const result = await send({
      operation: 'register',
      limited: 'register',
      method: 'POST',
      path: '/v1/auth/register',
      body: { application_id: account.applicationId, secret: account.secret },
      shape: tokenAnswer,
    })
    if (result.outcome !== 'ok') return result
    const { token: value, valid_for: lifeSeconds = usualTokenSeconds } = result.answer
    const endsInSeconds = Math.max(lifeSeconds - tokenMarginSeconds, lifeSeconds / 2)
    const endsAtMs = account.clock().getTime() + endsInSeconds * 1000
    return { outcome: 'ok', answer: { value, endsAtMs } }
  }

  async function send<Answer>(
    { operation, limited, method = 'GET', path, query, body, shape }: CftoolsRequest<Answer>,
    {
      value,
      stopped,
    }: { readonly value?: string; readonly stopped?: AbortSignal | undefined } = {},
    noteReference: (reference: string) => void = () => undefined,
  ): Promise<CftoolsResult<Answer>> {
    const retryAfterSeconds = limits.take(limited)
    if (retryAfterSeconds !== null) return { outcome: 'limited', retryAfterSeconds }
    const url = new URL(path, account.apiOrigin)
    url.search = new URLSearchParams(query).toString()
    const timeout = AbortSignal.timeout(timeoutMilliseconds)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...calls.headers(),
          accept: 'application/json',
          // CFTools refuses calls that do not name the application, or that come from a page.
          'user-agent': account.applicationId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(value !== undefined && { authorization: `Bearer ${value}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: stopped ? AbortSignal.any([stopped, timeout]) : timeout,
      })
      const text = await response.text()
      if (!response.ok) return readRefusal(response, text, limited, noteReference)
      const reading = readAnswer(shape, text || 'null', operation)
      return reading.outcome === 'ok'
        ? reading
        : { outcome: 'unreadable', detail: `CFTools' answer: ${reading.detail}` }
    } catch (error) {
      return { outcome: 'unavailable', detail: `${operation}: ${failureDetail(error)}` }
    }
  }

  function readRefusal(
    { status, headers }: Response,
    text: string,
    limited: LimitedCall,
    noteReference: (reference: string) => void,
  ): Exclude<CftoolsResult<never>, { outcome: 'ok' }> {
    if (status === 429) {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN)
      const retryAfterSeconds = seconds >= 0 ? Math.ceil(seconds) : refusedSeconds
      limits.block(limited, retryAfterSeconds)
      return { outcome: 'limited', retryAfterSeconds }
    }
    const { data } = errorAnswer.safeParse(parseJson(text))
    if (data?.request_id) noteReference(data.request_id)
    const detail = `CFTools answered ${status} ${data?.error ?? 'without a code'}`
    if (status >= 500) return { outcome: 'unavailable', detail }
    return data
      ? { outcome: 'refused', status, error: data.error }
      : { outcome: 'unreadable', detail }
  }

  return {
    left: limits.left,
    limitOf: limits.limitOf,
    freeAt: limits.freeAt,
    call: (request, stopped) =>
      calls.watch(request.operation, async (noteReference) => {
        for (let attempt = 1; ; attempt += 1) {
          const registered = await currentToken()
          if (registered.outcome !== 'ok') return registered
          const { value } = registered.answer
          const result = await send(request, { value, stopped }, noteReference)
          const isOld = result.outcome === 'refused' && tokenErrors.has(result.error)
          if (!isOld || attempt === 2) return result
          // With a refused token nothing was done, so it is sent again; another call may have renewed it.
          const current = await token
          if (current?.outcome === 'ok' && current.answer.value === value) token = null
        }
      }),
  }
}

/** Counts calls, so that CFTools never has to refuse one. */
function keepLimits(limits: Readonly<Record<LimitedCall, number>>, clock: () => Date) {
  const calls = new Map<LimitedCall, readonly number[]>()
  const blockedUntilMs = new Map<LimitedCall, number>()

  function recent(limited: LimitedCall): readonly number[] {
    const nowMs = clock().getTime()
    // A clock that jumped back must not leave calls of the future behind.
    return (calls.get(limited) ?? []).filter(
      (atMs) => atMs <= nowMs && nowMs - atMs < minuteMilliseconds,
    )
  }

  function left(limited: LimitedCall): number {
    const isBlocked = (blockedUntilMs.get(limited) ?? 0) > clock().getTime()
    return isBlocked ? 0 : Math.max(limits[limited] - recent(limited).length, 0)
  }

  function freeAt(limited: LimitedCall, needed: number): Date {
    const made = recent(limited)
    const tooMany = made.length + Math.min(needed, limits[limited]) - limits[limited]
    const lastMs = made[tooMany - 1]
    const countedUntilMs = lastMs === undefined ? 0 : lastMs + minuteMilliseconds
    const blockedMs = blockedUntilMs.get(limited) ?? 0
    return new Date(Math.max(countedUntilMs, blockedMs, clock().getTime()))
  }

  return {
    left,
    limitOf: (limited: LimitedCall): number => limits[limited],
    freeAt,
    /** Counts a call. When there are too many, the seconds until the next one; else null. */
    take: (limited: LimitedCall): number | null => {
      const nowMs = clock().getTime()
      if (left(limited) > 0) {
        calls.set(limited, [...recent(limited), nowMs])
        return null
      }
      return Math.max(Math.ceil((freeAt(limited, 1).getTime() - nowMs) / 1000), 1)
    },
    /** Blocks calls for some seconds after a refused one, which itself does not count. */
    block: (limited: LimitedCall, seconds: number): void => {
      calls.set(limited, recent(limited).slice(0, -1))
      blockedUntilMs.set(limited, clock().getTime() + seconds * 1000)
    },
  }
}
