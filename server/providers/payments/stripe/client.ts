import type Stripe from 'stripe'
import type { StripeConfig } from '#server/config.ts'
import type { CallWatch } from '#server/providers/watch-calls.ts'

const timeoutMilliseconds = 10_000
/** More would keep a buyer waiting; they or the reconcile job asks again. */
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
    httpClient: adaptHttpClient(StripeClient.createNodeHttpClient(), calls),
    ...(hasStandIn(account) && standIn(new URL(account.apiOrigin))),
  })
}

/**
 * Stripe's client has no option for a header of ours. And an answer that is JSON but no object, such as
 * `null`, throws in it where nobody can catch that, which would end this process.
 */
function adaptHttpClient(client: Stripe.HttpClient, calls: CallWatch): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, ...rest) => {
      const ownHeaders = { ...headers, ...calls.headers() }
      const response = await client.makeRequest(host, port, path, method, ownHeaders, ...rest)
      const readJson = response.toJSON.bind(response)
      response.toJSON = async () => {
        const json: unknown = await readJson()
        if (typeof json === 'object' && json !== null) return json
        throw new Error('not an object')
      }
      return response
    },
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
