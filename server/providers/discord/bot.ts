import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { failureDetail, type CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { parseJson } from '#domain/provider-text.ts'
import { readAnswer } from '#server/providers/read-answer.ts'

export interface BotAccount {
  /** `https://discord.com` or a fake. */
  readonly origin: string
  readonly botToken: string
}

export interface BotRequest<Answer> {
  /** The call's name in metrics and log. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After the API's version. */
  readonly path: string
  readonly body?: unknown
  /** Shown in the Discord server's audit log. */
  readonly reason?: string
  /** The shape of the answer's body; null for calls that are answered without one. */
  readonly shape: z.ZodType<Answer>
}

export type BotResult<Answer> =
  | { readonly outcome: 'ok'; readonly answer: Answer }
  /** With Discord's own code. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
  | {
      readonly outcome: 'refused'
      readonly status: number
      readonly code: number
      readonly detail: string
    }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number }
  /** A call that changes something may have had its effect. */
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unreadable'; readonly detail: string }

export type Bot = <Answer>(
  request: BotRequest<Answer>,
  stopped?: AbortSignal,
) => Promise<BotResult<Answer>>

const timeoutMilliseconds = 10_000
/** Longer limits are left to the caller. */
const maxWaitSeconds = 5
const maxAttempts = 3

const rateLimitBody = z.object({ retry_after: z.number().nonnegative() })
const errorBody = z.object({ code: z.number(), message: z.string() })

/**
 * The calls of a bot at Discord. It waits out short limits, and makes no call during a long one.
 * Faults are values, never exceptions.
 */
export function createBot({ origin, botToken }: BotAccount, calls: CallInstrumentation): Bot {
  let limitedUntilMs = 0

  async function send<Answer>(
    { operation, method, path, body, reason, shape }: BotRequest<Answer>,
    stopped: AbortSignal | undefined,
  ): Promise<BotResult<Answer>> {
    const timeout = AbortSignal.timeout(timeoutMilliseconds)
    try {
      const response = await fetch(`${origin}/api/v10${path}`, {
        method,
        headers: {
          ...calls.headers(),
          authorization: `Bot ${botToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(reason !== undefined && { 'x-audit-log-reason': encodeURIComponent(reason) }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: stopped ? AbortSignal.any([stopped, timeout]) : timeout,
      })
      const text = await response.text()
      if (!response.ok) return readRefusal(response, text.replaceAll(botToken, '***'))
      const reading = readAnswer(shape, text || 'null', operation)
      if (reading.outcome === 'ok') return reading
      return { outcome: 'unreadable', detail: `Discord's answer: ${reading.detail}` }
    } catch (error) {
      const detail = failureDetail(error)
      return { outcome: 'unavailable', detail: `${operation}: ${detail}` }
    }
  }

  return (request, stopped) =>
    calls.watch(request.operation, async () => {
      for (let attempt = 1; ; attempt += 1) {
        const leftMs = limitedUntilMs - performance.now()
        if (leftMs > 0) return { outcome: 'limited', retryAfterSeconds: leftMs / 1000 }
        const result = await send(request, stopped)
        if (result.outcome !== 'limited') return result
        if (result.retryAfterSeconds > maxWaitSeconds) {
          limitedUntilMs = performance.now() + result.retryAfterSeconds * 1000
          return result
        }
        if (attempt === maxAttempts) return result
        const isOver = await wait(result.retryAfterSeconds * 1000, true, {
          ...(stopped && { signal: stopped }),
        }).catch(() => false)
        if (!isOver) return result
      }
    })
}

function readRefusal(
  { status, headers }: Response,
  text: string,
): Exclude<BotResult<never>, { outcome: 'ok' }> {
  const body = parseJson(text)
  if (status === 429) {
    const limit = rateLimitBody.safeParse(body).data
    const retryAfterSeconds = limit?.retry_after ?? Number(headers.get('retry-after') ?? 60)
    return { outcome: 'limited', retryAfterSeconds }
  }
  const error = errorBody.safeParse(body).data
  const detail =
    `Discord answered ${status} ${error ? `${error.code} ${error.message}` : ''}`.trim()
  if (status >= 500) return { outcome: 'unavailable', detail }
  if (!error) return { outcome: 'unreadable', detail }
  return { outcome: 'refused', status, code: error.code, detail }
}
