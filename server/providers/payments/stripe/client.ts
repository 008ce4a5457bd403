import type Stripe from 'stripe'
import type { StripeConfig } from '../../../config.ts'
import type { CallWatch } from '../../watch-calls.ts'

const timeoutMilliseconds = 10_000
/** More would keep a buyer waiting; he or the reconcile job asks again. */
const mostRetries = 1

const thisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

export type StripeAccount = StripeConfig
export type LoadStripe = () => Promise<Stripe>

/** Stripe's own client, loaded when it is first needed: not at every start. */
export function lazyStripe(account: StripeAccount, calls: CallWatch): LoadStripe {
  let loading: Promise<Stripe> | null = null
  return () => (loading ??= load(account, calls))
}

async function load(account: StripeAccount, calls: CallWatch): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(account.secretKey, {
    timeout: timeoutMilliseconds,
    maxNetworkRetries: mostRetries,
    telemetry: false,
    httpClient: withHeaders(StripeClient.createNodeHttpClient(), calls),
    ...(hasStandIn(account) && standIn(new URL(account.apiOrigin))),
  })
}

/** Stripe's client has no option for a header of ours. */
function withHeaders(client: Stripe.HttpClient, calls: CallWatch): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, method, headers, ...rest) =>
      client.makeRequest(host, port, path, method, { ...headers, ...calls.headers() }, ...rest),
  }
}

/** The key goes to Stripe or, when it is for play money, to this machine; to nobody else. */
export function hasStandIn({ mode, apiOrigin }: StripeAccount): boolean {
  return mode === 'test' && thisMachine.test(apiOrigin)
}

function standIn({ protocol, hostname, port }: URL) {
  return {
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}
