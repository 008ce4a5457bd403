import type Stripe from 'stripe'
import type { z } from 'zod'
import type { StripeConfig } from '#server/app/config.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type { Misconfigured, Unreadable } from '#server/providers/payment-provider.ts'
import { parseJson } from '#domain/provider-text.ts'
import { findUnreadable } from '#server/providers/read-answer.ts'

const timeoutMilliseconds = 10_000
/** More would keep a buyer waiting; the buyer or the reconcile job retries. */
const maxRetries = 1

const thisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

export type StripeAccount = StripeConfig
export type LoadStripe = () => Promise<Stripe>

/** Stripe's own client, loaded on first use instead of at every start. */
export function lazyStripe(account: StripeAccount, calls: CallInstrumentation): LoadStripe {
  let loading: Promise<Stripe> | null = null
  return () => (loading ??= loadStripe(account, calls))
}

async function loadStripe(account: StripeAccount, calls: CallInstrumentation): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(account.secretKey, {
    timeout: timeoutMilliseconds,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    httpClient: adaptHttpClient(StripeClient.createNodeHttpClient(), calls),
    ...(usesFake(account) && fakeHost(new URL(account.apiOrigin))),
  })
}

/**
 * Adds our headers, for which Stripe's client has no option, and cleans the texts. Also turns JSON answers that are not
 * objects, such as `null`, into errors: the client would throw on them where nothing can catch it,
 * which would end this process.
 */
function adaptHttpClient(client: Stripe.HttpClient, calls: CallInstrumentation): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, ...rest) => {
      const ownHeaders = { ...headers, ...calls.headers() }
      const response = await client.makeRequest(host, port, path, method, ownHeaders, ...rest)
      const readJson = response.toJSON.bind(response)
      response.toJSON = async () => {
        const json = parseJson(JSON.stringify(await readJson()))
        if (typeof json === 'object' && json !== null) return json
        throw new Error('not an object')
      }
      return response
    },
  }
}

/** Whether the API is a fake. The key goes only to Stripe or, when it is a test key, to this machine. */
export function usesFake({ mode, apiOrigin }: StripeAccount): boolean {
  return mode === 'test' && thisMachine.test(apiOrigin)
}

function fakeHost({ protocol, hostname, port }: URL) {
  return {
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

type StripeResult<Answer> =
  | { readonly outcome: 'ok'; readonly answer: Answer }
  | { readonly outcome: 'not_found' }
  /** Stripe understood the request and refuses it; repeating changes nothing. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | Misconfigured
  | {
      readonly outcome: 'unavailable'
      readonly detail: string
      /** Whether Stripe answered, with a fault of its own. */
      readonly hasFailed: boolean
    }

/**
 * Calls Stripe, whose client declares the shape of an answer and checks none. Faults of network or
 * provider are values; other exceptions are faults of ours.
 */
export async function request<Answer>(
  { load, calls }: { readonly load: LoadStripe; readonly calls: CallInstrumentation },
  operation: string,
  shape: z.ZodType,
  send: (stripe: Stripe) => Promise<Stripe.Response<Answer>>,
): Promise<StripeResult<Answer> | Unreadable> {
  const stripe = await load()
  const result = await calls.watch(operation, async (note): Promise<StripeResult<Answer>> => {
    try {
      const answer = await send(stripe)
      note(answer.lastResponse.requestId)
      return { outcome: 'ok', answer }
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeError)) throw error
      note(error.requestId)
      return explain(operation, error)
    }
  })
  return result.outcome === 'ok'
    ? (findUnreadable(shape, result.answer, operation) ?? result)
    : result
}

const optionalReads: ReadonlySet<string> = new Set(['list-webhooks', 'fetch-charge'])

function explain(
  operation: string,
  { type, code, statusCode, requestId }: Stripe.errors.StripeError,
): StripeResult<never> {
  if (statusCode === 404 || code === 'resource_missing') return { outcome: 'not_found' }
  // Not its message, which can quote what we sent.
  const detail = [type, code, statusCode, requestId].filter(Boolean).join(' ')
  if (statusCode === 401) {
    return {
      outcome: 'misconfigured',
      fault: 'key_refused',
      detail: `STRIPE_SECRET_KEY: ${detail}`,
    }
  }
  // A restricted key takes payments without it.
  if (statusCode === 403 && optionalReads.has(operation)) return { outcome: 'refused', detail }
  if (statusCode === 403) return { outcome: 'misconfigured', fault: 'permission_missing', detail }
  // Our request is the same for every buyer, so this is about the account, as one without a name.
  if (statusCode === 400 && operation === 'open-session' && type !== 'StripeIdempotencyError') {
    return { outcome: 'seller_refused', fault: 'seller_refused', detail }
  }
  if (statusCode === 400) return { outcome: 'refused', detail }
  return { outcome: 'unavailable', detail, hasFailed: (statusCode ?? 0) >= 500 }
}
