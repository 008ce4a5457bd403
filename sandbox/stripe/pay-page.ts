import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Markup, SandboxEnv } from '#sandbox/fake-provider.ts'
import { type Page, renderPage } from '#sandbox/page.ts'
import { declineMessage } from './charge-views.ts'
import { announce, type FakeStripe } from './fake-stripe.ts'
import { expireDue } from './sessions.ts'
import {
  type Charge,
  type Method,
  newClientSecret,
  newId,
  newOtherId,
  nowSeconds,
  type PaymentIntent,
  type Session,
} from './state.ts'

const closed = {
  complete: 'You’re all done here: this checkout is paid or waits for your bank.',
  expired: 'This checkout has expired. Nothing was paid.',
} as const

/** The page of a session's `url`. */
export function payRoutes(fake: FakeStripe): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.use('/c/pay/*', async (_c, next) => {
    await expireDue(fake)
    await next()
  })
  routes.get('/c/pay/:id', (c) => {
    const session = fake.state.sessions.get(c.req.param('id'))
    return renderPage(session ? pageOf(session) : unknownPage())
  })
  routes.post('/c/pay/:id', async (c) => {
    const session = fake.state.sessions.get(c.req.param('id'))
    if (!session) return renderPage(unknownPage())
    const outcome = new URLSearchParams(await c.req.text()).get('outcome')
    if (session.status !== 'open') return renderPage(pageOf(session))
    if (outcome === 'cancel') return cancel(session)
    const attempt = attempts.find((known) => known === outcome)
    if (attempt === undefined) return renderPage(payPage(session, 'Choose one of the buttons.'))
    await attemptPayment(fake, session, attempt)
    if (attempt === 'decline') return renderPage(payPage(session, declineMessage))
    return c.redirect(successUrl(session), 303)
  })
  return routes
}

/** Stripe replaces the literal placeholder only; one that a URL library encoded stays. */
function successUrl({ id, terms }: Session): string {
  return terms.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function cancel({ terms }: Session): Response | Promise<Response> {
  return terms.cancelUrl === null
    ? renderPage(messagePage('Nothing was paid. You can close this page.'))
    : new Response(null, { status: 303, headers: { location: terms.cancelUrl } })
}

function pageOf(session: Session) {
  return session.status === 'open' ? payPage(session) : messagePage(closed[session.status])
}

function unknownPage() {
  return messagePage('This checkout is unknown.', 404)
}

/** The payment and the buyer's choices. The form posts to its own address. */
function payPage(session: Session, problem?: string): Page {
  const { terms, lines, currency } = session
  return {
    ...checkoutPage(
      html`<h1>Pay by card</h1>
        ${problem === undefined ? '' : html`<p role="alert" class="warning">${problem}</p>`}
        <dl class="goods">
          ${lines.map(
            ({ price, quantity }) =>
              html`<dt>${price.name}${quantity > 1 ? ` × ${quantity}` : ''}</dt>
                <dd>${inWords(price.unitAmountCents * quantity, currency)}</dd>`,
          )}
          ${
            lines.length > 1
              ? html`<dt>Total</dt>
                  <dd>${inWords(session.amountCents, currency)}</dd>`
              : ''
          }
        </dl>
        <p class="hint">Play money: Lena Brandt, card 4242 4242 4242 4242</p>
        <form method="post" class="actions">
          <button class="primary" name="outcome" value="pay">Pay</button>
          <button name="outcome" value="pay-later">Pay later</button>
          <button name="outcome" value="decline">Decline</button>
          <button name="outcome" value="cancel">Cancel</button>
        </form>
        <p class="hint">
          “Pay later” is a bank debit: the shop learns that you are done, and you decide on the
          sandbox’s front page whether the money arrives. “Decline” is a card that is refused.
          Closing this page means leaving without a word.
        </p>`,
    ),
    formTargets: [terms.successUrl, terms.cancelUrl].flatMap((url) =>
      url === null ? [] : [new URL(url).origin],
    ),
  }
}

function messagePage(message: string, status = 200): Page {
  return {
    ...checkoutPage(
      html`<h1>Stripe Checkout</h1>
        <p role="alert">${message}</p>`,
    ),
    status,
  }
}

function checkoutPage(content: Markup): Page {
  return {
    title: 'Stripe sandbox',
    body: html`<main class="window">
      <p class="badge">Stripe sandbox</p>
      ${content}
    </main>`,
  }
}

export function inWords(amountCents: number, currency: string): string {
  return `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`
}

export const attempts = ['pay', 'decline', 'pay-later'] as const
type Attempt = (typeof attempts)[number]

/** The buyer's decision on the payment page. False when the session is no longer open. */
export async function attemptPayment(
  fake: FakeStripe,
  session: Session,
  attempt: Attempt,
  country = session.country,
): Promise<boolean> {
  if (session.status !== 'open') return false
  session.country = country
  const intent = intentOf(fake, session)
  const charge = addCharge(fake, intent, attempt === 'pay-later' ? 'us_bank_account' : 'card')
  if (attempt === 'decline') {
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    await announce(fake, 'payment_intent.payment_failed', intent.id)
    return true
  }
  session.status = 'complete'
  if (attempt === 'pay') await takeMoney(fake, session, intent, charge)
  else intent.status = 'processing'
  await announce(fake, 'checkout.session.completed', session.id)
  return true
}

/** The buyer's bank's decision days later. False when the session waits for no bank. */
export async function endDelayedPayment(
  fake: FakeStripe,
  session: Session,
  outcome: 'succeed' | 'fail',
): Promise<boolean> {
  const intent = fake.state.paymentIntents.get(session.paymentIntentId ?? '')
  const charge = fake.state.charges.get(intent?.latestChargeId ?? '')
  if (intent?.status !== 'processing' || !charge) return false
  if (outcome === 'succeed') {
    await takeMoney(fake, session, intent, charge)
    await announce(fake, 'checkout.session.async_payment_succeeded', session.id)
  } else {
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    await announce(fake, 'payment_intent.payment_failed', intent.id)
    await announce(fake, 'checkout.session.async_payment_failed', session.id)
  }
  return true
}

async function takeMoney(
  fake: FakeStripe,
  session: Session,
  intent: PaymentIntent,
  charge: Charge,
): Promise<void> {
  charge.status = 'succeeded'
  intent.status = 'succeeded'
  session.paymentStatus = 'paid'
  await announce(fake, 'payment_intent.succeeded', intent.id)
}

/** Stripe creates the intent at the first attempt to pay and reuses it for the next. */
function intentOf({ state }: FakeStripe, session: Session): PaymentIntent {
  const known = state.paymentIntents.get(session.paymentIntentId ?? '')
  if (known) return known
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    sessionId: session.id,
    created: nowSeconds(),
    amountCents: session.amountCents,
    currency: session.currency,
    metadata: session.terms.paymentMetadata,
    description: session.terms.paymentDescription,
    clientSecret: newClientSecret(id),
    status: 'requires_payment_method',
    latestChargeId: null,
  }
  state.paymentIntents.set(id, intent)
  session.paymentIntentId = id
  return intent
}

function addCharge({ state }: FakeStripe, intent: PaymentIntent, method: Method): Charge {
  const charge: Charge = {
    id: newId('ch'),
    paymentIntentId: intent.id,
    paymentMethodId: newOtherId('pm'),
    balanceTransactionId: newId('txn'),
    created: nowSeconds(),
    amountCents: intent.amountCents,
    currency: intent.currency,
    metadata: intent.metadata,
    description: intent.description,
    method,
    status: 'pending',
    refunds: [],
    disputes: [],
  }
  state.charges.set(charge.id, charge)
  intent.latestChargeId = charge.id
  return charge
}
