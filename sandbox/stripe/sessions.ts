import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import {
  answer,
  answerById,
  answerObject,
  answerPage,
  pageParams,
  presentPage,
  queryOf,
  single,
} from './answers.ts'
import {
  done,
  errorAnswer,
  formBoolean,
  formInteger,
  formList,
  formMetadata,
  notFound,
  type Outcome,
  readForm,
  refused,
} from './errors.ts'
import { announce, type FakeStripe } from './fake-stripe.ts'
import type { Idempotency } from './idempotency.ts'
import { presentLine } from './session-views.ts'
import {
  newOtherId,
  newSessionId,
  nowSeconds,
  type Price,
  type Session,
  type SessionLine,
} from './state.ts'
import { buyer } from './views.ts'

const sessionPage = z.strictObject({
  ...pageParams,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: z.strictObject({ gte: formInteger }).optional(),
})

/** https://docs.stripe.com/api/checkout/sessions */
export function sessionRoutes(fake: FakeStripe, idempotency: Idempotency): Hono<SandboxEnv> {
  const { sessions } = fake.state
  const routes = new Hono<SandboxEnv>()
  routes.post('/v1/checkout/sessions', (c) =>
    idempotency.once(c, async (body) => {
      const outcome = createSession(fake, body)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const { session, expand } = outcome.value
      return answerObject(fake, 'checkout.session', session.id, expand)
    }),
  )
  routes.get('/v1/checkout/sessions', (c) => {
    const query = readForm(sessionPage, queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const { payment_intent: intentId, status, created } = query.value
    const wanted = [...sessions.values()].filter(
      (session) =>
        (intentId === undefined || session.paymentIntentId === intentId) &&
        (status === undefined || session.status === status) &&
        (created === undefined || session.created >= created.gte),
    )
    return answerPage(fake, c, 'checkout.session', wanted, query.value)
  })
  routes.get('/v1/checkout/sessions/:id', (c) => answerById(fake, c, 'checkout.session', 'session'))
  routes.get('/v1/checkout/sessions/:id/line_items', (c) => {
    const query = readForm(z.strictObject(pageParams), queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const session = sessions.get(c.req.param('id'))
    if (!session) return notFound('checkout.session', c.req.param('id'), 'session')
    const list = { url: c.req.path, kind: 'item', show: presentLine }
    return answer(fake, presentPage(session.lines, query.value, list), query.value.expand)
  })
  routes.post('/v1/checkout/sessions/:id/expire', (c) =>
    idempotency.once(c, async (body) => {
      const params = readForm(single, body)
      if (!params.ok) return errorAnswer(params.refusal)
      const session = sessions.get(c.req.param('id'))
      if (!session) return notFound('checkout.session', c.req.param('id'), 'session')
      if (!(await expireSession(fake, session))) {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
        return errorAnswer(refused(message).refusal)
      }
      return answerObject(fake, 'checkout.session', session.id, params.value.expand)
    }),
  )
  return routes
}

const shortestLifeSeconds = 30 * 60
const longestLifeSeconds = 24 * 60 * 60
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, for dollars and euros. */
const smallestAmountCents = 50

interface CreatedSession {
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
    country: buyer.address.country,
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

const url = z
  .string()
  .max(5000)
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'Not a valid URL')

const priceData = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/i),
  unit_amount: formInteger.pipe(z.int().min(0)),
  product_data: z.strictObject({
    name: z.string().min(1),
    description: z.string().min(1).optional(),
    metadata: formMetadata.optional(),
  }),
})

const lineItem = z.strictObject({
  price_data: priceData,
  quantity: formInteger.pipe(z.int().min(1).max(999_999)),
})
type LineItemParams = z.output<typeof lineItem>

/**
 * Body of `POST /v1/checkout/sessions`, limited to what a shop that sells single things needs.
 * Other parameters of the published schema are refused as unknown: what the sandbox does not
 * support must not seem to work. https://docs.stripe.com/api/checkout/sessions/create
 */
const sessionParams = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').optional(),
  line_items: formList(lineItem),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  customer_email: z.email().max(512).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  metadata: formMetadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: formMetadata.default({}),
      description: z.string().min(1).max(1000).optional(),
    })
    .optional(),
  payment_method_types: formList(z.string().min(1)).optional(),
  expires_at: formInteger.optional(),
  locale: z.string().min(1).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  currency: z.string().length(3).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: formBoolean.pipe(z.literal(false)).optional(),
  adaptive_pricing: z.strictObject({ enabled: formBoolean }).optional(),
  origin_context: z.enum(['mobile_app', 'web']).optional(),
  expand: formList(z.string()).default([]),
})
type SessionParams = z.output<typeof sessionParams>

/** Closes an unpaid session. False when it is no longer open. */
export async function expireSession(fake: FakeStripe, session: Session): Promise<boolean> {
  if (session.status !== 'open') return false
  session.status = 'expired'
  await announce(fake, 'checkout.session.expired', session.id)
  return true
}

/** Closes all expired sessions. `now` in Unix seconds. */
export async function expireDue(fake: FakeStripe, now = nowSeconds()): Promise<void> {
  const due = [...fake.state.sessions.values()].filter(
    ({ status, expiresAt }) => status === 'open' && expiresAt <= now,
  )
  await Promise.all(due.map((session) => expireSession(fake, session)))
}
