import type { FakeStripe } from './fake-stripe.ts'
import { done, missing, refused, type Outcome } from './errors.ts'
import { newOtherId, newSessionId } from './ids.ts'
import { readForm } from './read-form.ts'
import { sessionParams, type LineItemParams, type SessionParams } from './session-params.ts'
import {
  nowSeconds,
  type Price,
  type Session,
  type SessionLine,
  type StripeState,
} from './state.ts'

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
  const lines = readLines(state, params.line_items)
  if (!lines.ok) return lines
  const [first] = lines.value
  if (!first) {
    return refused('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    })
  }
  const { currency } = first.price
  if (lines.value.some(({ price }) => price.currency !== currency)) {
    return refused('All line items must have the same currency.', { param: 'line_items' })
  }
  const amountCents = lines.value.reduce(
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
    lines: lines.value,
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

function readLines(
  state: StripeState,
  items: readonly LineItemParams[],
): Outcome<readonly SessionLine[]> {
  const lines: SessionLine[] = []
  for (const [index, item] of items.entries()) {
    const price = readPrice(state, item, index)
    if (!price.ok) return price
    lines.push({ id: newOtherId('li'), price: price.value, quantity: item.quantity })
  }
  return done(lines)
}

function readPrice(
  state: StripeState,
  { price: priceId, price_data: inline }: LineItemParams,
  index: number,
): Outcome<Price> {
  if (priceId !== undefined && inline === undefined) {
    const price = state.prices.get(priceId)
    return price ? done(price) : missing('price', priceId, `line_items[${index}][price]`)
  }
  if (priceId !== undefined || inline === undefined) {
    return refused(
      `You must specify either \`price\` or \`price_data\` in \`line_items[${index}]\`.`,
    )
  }
  const price: Price = {
    id: newOtherId('price'),
    productId: newOtherId('prod'),
    name: inline.product_data.name,
    unitAmountCents: inline.unit_amount,
    currency: inline.currency.toLowerCase(),
    created: nowSeconds(),
    isInline: true,
  }
  state.prices.set(price.id, price)
  return done(price)
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
