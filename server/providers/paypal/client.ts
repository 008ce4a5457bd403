import type { z } from 'zod'
import { failureDetail, type CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type {
  Inconclusive,
  Misconfigured,
  Unavailable,
} from '#server/providers/payment-provider.ts'
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

export interface PayPalClient {
  readonly send: <Answer>(request: PayPalRequest<Answer>) => Promise<PayPalResult<Answer>>
  /** Whether PayPal accepts our client id and secret now. */
  readonly checkKey: () => Promise<{ readonly outcome: 'ok' } | Inconclusive>
}

/**
 * A thin client of PayPal's REST API: PayPal's SDK has its hosts built in and cannot call a fake.
 * Faults of network or provider are values, never exceptions.
 */
export function createPayPalClient(
  account: PayPalAccount,
  calls: CallInstrumentation,
): PayPalClient {
  let token: { value: string; validUntil: number } | undefined

  async function accessToken(): Promise<Token> {
    if (token && token.validUntil > Date.now()) return { outcome: 'ok', value: token.value }
    return fetchToken()
  }

  async function fetchToken(): Promise<Token> {
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
    if (keyRefusals.has(response.status)) {
      const detail = `PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET: ${response.status}`
      return { outcome: 'misconfigured', fault: 'key_refused', detail }
    }
    if (!response.ok) throw new Error(`PayPal gave no access token: ${response.status}`)
    const answer = tokenAnswer.parse(await response.json())
    token = {
      value: answer.access_token,
      validUntil: Date.now() + answer.expires_in * 1000 - tokenMarginMilliseconds,
    }
    return { outcome: 'ok', value: token.value }
  }

  async function send(request: PayPalRequest<unknown>): Promise<Response | Misconfigured> {
    const access = await accessToken()
    if (access.outcome !== 'ok') return access
    return fetch(`${account.apiOrigin}${request.path}`, {
      method: request.method,
      headers: {
        ...calls.headers(),
        authorization: `Bearer ${access.value}`,
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
  async function sendWithGoodToken(
    request: PayPalRequest<unknown>,
  ): Promise<Response | Misconfigured> {
    const response = await send(request)
    if ('outcome' in response || response.status !== 401) return response
    token = undefined
    return send(request)
  }

  return {
    send: (request) =>
      calls.watch(request.operation, async (noteReference) => {
        try {
          const response = await sendWithGoodToken(request)
          if ('outcome' in response) return response
          noteReference(response.headers.get('paypal-debug-id'))
          return response.ok
            ? readAnswer(request.shape, await response.text(), request.operation)
            : await readRefusal(request, response)
        } catch (error) {
          return unavailable(error)
        }
      }),
    // Without a loss of the token that payments use meanwhile.
    checkKey: () => calls.watch('check-key', () => fetchToken().catch(unavailable)),
  }
}

type Token = { readonly outcome: 'ok'; readonly value: string } | Misconfigured

/** The statuses of PayPal's answer to a wrong client id or secret. */
const keyRefusals: ReadonlySet<number> = new Set([400, 401])

function unavailable(error: unknown): Unavailable {
  return { outcome: 'unavailable', detail: failureDetail(error) }
}

async function readRefusal(
  { method }: PayPalRequest<unknown>,
  response: Response,
): Promise<Exclude<PayPalResult<never>, { outcome: 'ok' }>> {
  const problem = problemAnswer.safeParse(parseJson(await response.text()))
  const issue = problem.data?.details?.[0]?.issue ?? problem.data?.name ?? ''
  const detail = `${response.status} ${issue} ${problem.data?.debug_id ?? ''}`.trim()
  // A fault at PayPal, or of a token that it gave us just now, says nothing about the payment.
  const isPassing = response.status >= 500 || [401, 429].includes(response.status)
  if (isPassing) return { outcome: 'unavailable', detail }
  if (method === 'POST' && isSellersRefusal(issue)) {
    return { outcome: 'seller_refused', fault: 'seller_refused', detail }
  }
  if (response.status === 403) {
    return { outcome: 'misconfigured', fault: 'permission_missing', detail }
  }
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
