import type { z } from 'zod'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type { Inconclusive } from '#server/providers/payment-provider.ts'
import { parseJson } from '#domain/provider-text.ts'
import { readAnswer } from '#server/providers/read-answer.ts'
import { problemAnswer, tokenAnswer } from './answers.ts'

const timeoutMilliseconds = 10_000
/** Renews the token this long before it expires, so that it cannot expire during a request. */
const tokenMarginMilliseconds = 60_000

export interface PayPalRequest<Answer> {
  /** The call's name in metrics and log, because the path contains ids. */
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly shape: z.ZodType<Answer>
  readonly body?: unknown
  /** PayPal repeats its first answer for a key, for 6 hours. */
  readonly idempotencyKey?: string
}

export type PayPalResult<Answer> =
  | { readonly outcome: 'ok'; readonly answer: Answer }
  | { readonly outcome: 'refused'; readonly status: number; readonly issue: string }
  | Inconclusive

export type PayPalClient = <Answer>(request: PayPalRequest<Answer>) => Promise<PayPalResult<Answer>>

/**
 * A thin client of PayPal's REST API: PayPal's SDK has its hosts built in and cannot call a fake.
 * Faults of network or provider are values, never exceptions.
 */
export function createPayPalClient(
  account: PayPalAccount,
  calls: CallInstrumentation,
): PayPalClient {
  let token: { value: string; validUntil: number } | undefined

  async function accessToken(): Promise<string> {
    if (token && token.validUntil > Date.now()) return token.value
    const response = await fetch(`${account.apiOrigin}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        ...calls.headers(),
        authorization: `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (!response.ok) throw new Error(`PayPal refused our credentials: ${response.status}`)
    const answer = tokenAnswer.parse(await response.json())
    token = {
      value: answer.access_token,
      validUntil: Date.now() + answer.expires_in * 1000 - tokenMarginMilliseconds,
    }
    return token.value
  }

  async function send(request: PayPalRequest<unknown>): Promise<Response> {
    return fetch(`${account.apiOrigin}${request.path}`, {
      method: request.method,
      headers: {
        ...calls.headers(),
        authorization: `Bearer ${await accessToken()}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(request.idempotencyKey && { 'paypal-request-id': request.idempotencyKey }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
  }

  /** A token can be revoked early; PayPal then refuses the whole request, so it is safe to send once more. */
  async function sendWithGoodToken(request: PayPalRequest<unknown>): Promise<Response> {
    const response = await send(request)
    if (response.status !== 401) return response
    token = undefined
    return send(request)
  }

  return (request) =>
    calls.watch(request.operation, async (noteReference) => {
      try {
        const response = await sendWithGoodToken(request)
        noteReference(response.headers.get('paypal-debug-id'))
        return response.ok
          ? readAnswer(request.shape, await response.text(), request.operation)
          : await readRefusal(response)
      } catch (error) {
        const detail = error instanceof Error ? error.message : 'unknown'
        return { outcome: 'unavailable', detail }
      }
    })
}

async function readRefusal(
  response: Response,
): Promise<Exclude<PayPalResult<never>, { outcome: 'ok' }>> {
  const problem = problemAnswer.safeParse(parseJson(await response.text()))
  const issue = problem.data?.details?.[0]?.issue ?? problem.data?.name ?? ''
  const detail = `${response.status} ${issue} ${problem.data?.debug_id ?? ''}`.trim()
  // Our key, its rights, or a fault at PayPal: none of them says anything about the payment.
  const isOwnFault = response.status >= 500 || [401, 403, 429].includes(response.status)
  if (isOwnFault) return { outcome: 'unavailable', detail, status: response.status }
  return { outcome: 'refused', status: response.status, issue }
}

/** Our account at PayPal and the hosts of its API. */
export interface PayPalAccount {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly mode: 'live' | 'test'
  readonly apiOrigin: string
}
