import { Stripe } from 'stripe'
import { stripeCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from './product.ts'

/** A pack as a shop sends it. */
export const price_data = {
  currency: 'usd',
  unit_amount: 499,
  product_data: { name: '500 Kr' },
} as const

type Session = Stripe.Checkout.Session

/** The raw answer, before Stripe's library turns it into objects. */
export interface RawAnswer {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface StripeFixture extends Fixture {
  readonly stripe: Stripe
  readonly answers: readonly RawAnswer[]
  /** Opens a session for one small pack, or with the given parameters. */
  readonly open: (params?: object, options?: Stripe.RequestOptions) => Promise<Session>
  /** Decides a session without a browser; throws when the sandbox refuses. */
  readonly decide: (sessionId: string, outcome: string) => Promise<void>
  /** A paid session and its payment. */
  readonly buy: () => Promise<{ sessionId: string; paymentIntent: string }>
  readonly readIntent: (sessionId: string) => Promise<string>
}

/** A sandbox with Stripe's own library as its client. */
export async function startStripeFixture(key: string = stripeCredentials.secretKey) {
  const fixture = await startFixture()
  const answers: RawAnswer[] = []
  const fetchAndKeep: typeof fetch = async (address, init) => {
    const response = await fetch(address, init)
    const { status, headers, url } = response
    const body: unknown = await response.clone().json()
    answers.push({
      method: init?.method ?? 'GET',
      path: new URL(url).pathname,
      status,
      headers,
      body,
    })
    return response
  }
  const { port } = new URL(fixture.origin)
  const stripe = new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchAndKeep),
  })

  const extended: StripeFixture = {
    ...fixture,
    stripe,
    answers,
    open: (params = {}, options = {}) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [{ price_data, quantity: 1 }],
          success_url: `${fixture.product.origin}/done?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${fixture.product.origin}/packs`,
          ...params,
        },
        options,
      ),
    async decide(sessionId, outcome) {
      const answer = await fixture.control('stripe/decide', { sessionId, outcome })
      if (!answer.ok) throw new Error(await answer.text())
    },
    async buy() {
      const { id: sessionId } = await extended.open()
      await extended.decide(sessionId, 'pay')
      return { sessionId, paymentIntent: await extended.readIntent(sessionId) }
    },
    async readIntent(sessionId) {
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
      if (typeof intent !== 'string') throw new Error('nobody has tried to pay')
      return intent
    },
  }
  return extended
}
