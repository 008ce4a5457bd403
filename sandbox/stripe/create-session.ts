import type { FakeStripe } from './fake-stripe.ts'
import { done, refused, type Outcome } from './errors.ts'
import { newOtherId, newSessionId } from './ids.ts'
import { readForm } from './read-form.ts'
import { sessionParams, type LineItemParams, type SessionParams } from './session-params.ts'
import { nowSeconds, type Price, type Session, type SessionLine } from './state.ts'

const shortestLifeSeconds = 30 * 60
const longestLifeSeconds = 24 * 60 * 60
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, for dollars and euros. */
const smallestAmountCents = 50

export interface CreatedSession {
  readonly session: Session
  readonly expand: readonly string[]
}

/** Creates a session from a form, or says what is wrong with it. */
export function createSession({ state }: FakeStripe, body: string): Outcome<CreatedSession> {
  const reading = readForm(sessionParams, body)
  if (!reading.ok) return reading
  const params = reading.value
  const created = nowSeconds()
  const expiresAt = params.expires_at ?? created + longestLifeSeconds
  const lifeSeconds = expiresAt - created
  if (lifeSeconds < shortestLifeSeconds || lifeSeconds > longestLifeSeconds) {
    const message =
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.'
    return refused(message, { param: 'expires_at' })
  }
  const lines = params.line_items.map(toLine)
  const [first] = lines
  if (!first) {
    return refused('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    })
  }
  const { currency } = first.price
  if (lines.some(({ price }) => price.currency !== currency)) {
    return refused('All line items must have the same currency.', { param: 'line_items' })
  }
  const amountCents = lines.reduce(
    (total, { price, quantity }) => total + price.unitAmountCents * quantity,
    0,
  )
  if (amountCents < smallestAmountCents) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd"
    return refused(message, { code: 'amount_too_small' })
  }
  const session: Session = {
    id: newSessionId(),
    created,
    expiresAt,
    lines,
    currency,
    amountCents,
    terms: readTerms(params),
    status: 'open',
    paymentStatus: 'unpaid',
    paymentIntentId: null,
  }
  state.sessions.set(session.id, session)
  return done({ session, expand: params.expand })
}

function toLine({ price_data: inline, quantity }: LineItemParams): SessionLine {
  const price: Price = {
    id: newOtherId('price'),
    productId: newOtherId('prod'),
    name: inline.product_data.name,
    unitAmountCents: inline.unit_amount,
    currency: inline.currency.toLowerCase(),
    created: nowSeconds(),
  }
  return { id: newOtherId('li'), price, quantity }
}

function readTerms(params: SessionParams): Session['terms'] {
  return {
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customerEmail: params.customer_email ?? null,
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    metadata: params.metadata,
    paymentMetadata: params.payment_intent_data?.metadata ?? {},
    paymentDescription: params.payment_intent_data?.description ?? null,
  }
}
