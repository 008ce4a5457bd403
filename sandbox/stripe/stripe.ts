import { Hono } from 'hono'
import { html } from 'hono/html'
import type { MoneyControls } from '#sandbox/control.ts'
import { stripeCredentials } from '#sandbox/credentials.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { actionButton, disputeLine, latest, sentWebhooks } from '#sandbox/page.ts'
import { apiPaths, apiRoutes } from './api.ts'
import { stripeControls } from './controls.ts'
import { brokenAnswer } from './errors.ts'
import { createFakeStripe, type FakeStripe } from './fake-stripe.ts'
import { createIdempotency } from './idempotency.ts'
import { inWords, payRoutes } from './pay-page.ts'
import { stripeMoneyControls } from './refunds-and-disputes.ts'
import { payPageUrl } from './session-views.ts'
import { expireDue } from './sessions.ts'
import {
  type Charge,
  chargeOf,
  clearState,
  type Dispute,
  leftOf,
  type Session,
  sumRefunds,
} from './state.ts'

interface SandboxStripe extends FakeProvider {
  readonly moneyControls: MoneyControls
}

const sweepMs = 60_000

/** Stripe for a shop: Checkout and its page, refunds, disputes, webhooks. */
export function createStripe(context: SandboxContext): SandboxStripe {
  const fake = createFakeStripe(context)
  const idempotency = createIdempotency()
  const sweep = setInterval(() => void expireDue(fake), sweepMs)
  sweep.unref()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', payRoutes(fake))
  routes.route('/', stripeControls(fake))
  routes.route('/', apiRoutes(fake, idempotency))

  return {
    provider: 'stripe',
    apiPaths,
    routes,
    // A call that has begun is kept by its key, even with a 500; a rate-limited call has not begun.
    refuse: (status, c) =>
      status === 500 && c.req.method === 'POST'
        ? idempotency.once(c, () => Promise.resolve(brokenAnswer(status)))
        : brokenAnswer(status),
    overview: () => stripeOverview(fake),
    moneyControls: stripeMoneyControls(fake),
    reset() {
      fake.webhooks.reset()
      idempotency.clear()
      clearState(fake.state)
    },
  }
}

/** Sessions with their state and possible actions, and the events with their webhooks. */
function stripeOverview(fake: FakeStripe): Markup {
  const { secretKey, webhookSecret } = stripeCredentials
  const sessions = latest(fake.state.sessions.values())
  return html`<section>
    <h2>Stripe</h2>
    <p class="hint">
      Secret key <code>${secretKey}</code>, webhook secret <code>${webhookSecret}</code>
    </p>
    <h3>Checkout sessions</h3>
    ${
      sessions.length === 0
        ? html`<p class="empty">No sessions yet.</p>`
        : sessions.map((session) => sessionCard(fake, session))
    }
    ${sentWebhooks(fake.context.log, 'stripe', {
      about: 'eventId',
      actions: ({ eventId }) => actionButton('Send again', 'stripe/resend', { eventId }),
    })}
  </section>`
}

function sessionCard(fake: FakeStripe, session: Session): Markup {
  const charge = chargeOf(fake.state, session)
  const [line] = session.lines
  return html`<article class="order">
    <header>
      <strong>${line?.price.name}</strong>
      <span>${inWords(session.amountCents, session.currency)}</span>
      <span class="state">${session.status}, ${session.paymentStatus}</span>
      ${charge && sumRefunds(charge) > 0 ? html`<span>refunded ${inWords(sumRefunds(charge), charge.currency)}</span>` : ''}
    </header>
    <p class="hint">
      session <code>${session.id}</code>
      ${session.paymentIntentId === null ? '' : html`· payment <code>${session.paymentIntentId}</code>`}
    </p>
    ${sessionActions(fake, session, charge)}
    ${charge ? [paymentActions(charge), charge.disputes.map(disputeOf)] : ''}
  </article>`
}

function sessionActions(fake: FakeStripe, session: Session, charge: Charge | undefined): Markup {
  const sessionId = session.id
  if (session.status === 'open') {
    return html`<p class="actions">
      <a href="${payPageUrl(fake.context.origin, sessionId)}">Pay page</a>
      ${actionButton('Expire', 'stripe/decide', { sessionId, outcome: 'expire' })}
    </p>`
  }
  if (session.status === 'complete' && charge?.status === 'pending') {
    return html`<p class="actions">
      ${actionButton('The bank pays', 'stripe/async', { sessionId, outcome: 'succeed' })}
      ${actionButton('The bank refuses', 'stripe/async', { sessionId, outcome: 'fail' })}
    </p>`
  }
  return html``
}

function paymentActions(charge: Charge): Markup {
  const left = leftOf(charge)
  if (charge.status !== 'succeeded' || left === 0) return html``
  const payment = { provider: 'stripe', reference: charge.id }
  return html`<p class="actions">
    ${actionButton('Refund', 'refund', payment)}
    ${left > 100 ? actionButton('Refund 1.00', 'refund', { ...payment, amountCents: 100 }) : ''}
    ${actionButton('Open dispute', 'dispute', { ...payment, outcome: 'open' })}
  </p>`
}

function disputeOf({ id, amountCents, currency, outcome }: Dispute): Markup {
  return disputeLine('stripe', { id, sum: inWords(amountCents, currency), outcome })
}
