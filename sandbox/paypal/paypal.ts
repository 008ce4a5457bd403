import { Hono } from 'hono'
import { html } from 'hono/html'
import type { MoneyControls } from '#sandbox/control.ts'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { actionButton, disputeLine, latest, sentWebhooks } from '#sandbox/page.ts'
import { apiRoutes, createIdempotency, requireAccessToken, tokenRoutes } from './api.ts'
import { paypalControls } from './controls.ts'
import { errorAnswer } from './errors.ts'
import { createFakePayPal, createWebhooks, readWebhook, type FakePayPal } from './fake-paypal.ts'
import { paypalMoneyControls } from './refunds-and-disputes.ts'
import { createSigner, verifySignatureRoutes } from './signature.ts'
import {
  type Capture,
  clearState,
  type Dispute,
  type HostedButton,
  leftOf,
  type Order,
  type PurchaseUnit,
  undisputedOf,
} from './state.ts'
import { sdkRoutes, windowRoutes } from './window.ts'

interface SandboxPayPal extends FakeProvider {
  readonly moneyControls: MoneyControls
}

/** PayPal for a shop: script, window, Orders v2, refunds, disputes, webhooks. */
export async function createPayPal(
  context: SandboxContext,
  hostedButtons: readonly HostedButton[],
): Promise<SandboxPayPal> {
  const signer = await createSigner(context.origin)
  const webhooks = createWebhooks(context, signer)
  const fake = createFakePayPal(context, webhooks, hostedButtons)
  const idempotency = createIdempotency()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', sdkRoutes())
  routes.route('/', windowRoutes(fake))
  routes.route('/', paypalControls(fake))
  routes.route('/', tokenRoutes(fake.state))
  routes.get(signer.certificatePath, (c) => c.text(signer.certificatePem))
  routes.use('/v1/notifications/*', requireAccessToken(fake.state))
  routes.route('/', verifySignatureRoutes(signer))
  routes.get('/v1/notifications/webhooks/:id', (c) => readWebhook(context, c.req.param('id')))
  routes.route('/', apiRoutes(fake, idempotency))

  return {
    provider: 'paypal',
    apiPaths: ['/v1/oauth2/', '/v1/notifications/', '/v1/customer/', '/v2/'],
    routes,
    refuse: (status) => errorAnswer({ status }),
    overview: () => paypalOverview(fake),
    moneyControls: paypalMoneyControls(fake),
    reset() {
      webhooks.reset()
      idempotency.clear()
      clearState(fake.state)
    },
  }
}

/** Orders with their state, and the sent webhooks; newest first. */
function paypalOverview(fake: FakePayPal): Markup {
  const { clientId, clientSecret, webhookId, merchantId } = paypalCredentials
  const orders = latest(fake.state.orders.values())
  return html`<section>
    <h2>PayPal</h2>
    <p class="hint">
      Client <code>${clientId}</code>, secret <code>${clientSecret}</code>, webhook
      <code>${webhookId}</code>, merchant <code>${merchantId}</code>
    </p>
    <p class="actions">
      ${actionButton('Restrict the shop’s account', 'faults', {
        provider: 'paypal',
        kind: 'payment-refused',
        times: 1_000_000,
      })}
    </p>
    <h3>Orders</h3>
    ${
      orders.length === 0
        ? html`<p class="empty">No orders yet.</p>`
        : orders.flatMap((order) => order.units.map((unit) => unitCard(fake, order, unit)))
    }
    ${sentWebhooks(fake.context.log, 'paypal', { about: 'resourceId' })}
  </section>`
}

/** An order with several units has a card for each: they are paid and refunded by themselves. */
function unitCard(fake: FakePayPal, order: Order, unit: PurchaseUnit): Markup {
  const capture = fake.state.captures.get(unit.captureId ?? '')
  return html`<article class="order">
    <header>
      <strong>${unit.description ?? 'Purchase'}</strong>
      <span>${unit.amount.value} ${unit.amount.currency_code}</span>
      <span class="state">${capture?.status ?? order.status}</span>
    </header>
    <p class="hint">
      order <code>${order.id}</code>
      ${capture ? html`· transaction <code>${capture.id}</code>` : ''}
      ${unit.custom_id ? html`· custom id <code>${unit.custom_id}</code>` : ''}
      ${order.fromHostedButton ? '· hosted button' : ''}
    </p>
    ${capture ? [paymentActions(capture), capture.disputes.map(disputeOf)] : ''}
  </article>`
}

function paymentActions(capture: Capture): Markup {
  const { id: captureId, status } = capture
  if (status === 'PENDING') {
    return html`<p class="actions">
      ${actionButton('Complete', 'paypal/review', { captureId, outcome: 'complete' })}
      ${actionButton('Deny', 'paypal/review', { captureId, outcome: 'deny' })}
    </p>`
  }
  if (status === 'DECLINED' || leftOf(capture) === 0) return html``
  const payment = { provider: 'paypal', reference: captureId }
  return html`<p class="actions">
    ${actionButton('Refund', 'refund', payment)}
    ${actionButton('Refund 1.00', 'refund', { ...payment, amountCents: 100 })}
    ${undisputedOf(capture) > 0 ? openDisputeButtons(payment, undisputedOf(capture)) : ''}
  </p>`
}

function openDisputeButtons(payment: object, undisputed: number): Markup {
  const opening = { ...payment, outcome: 'open' }
  return html`${actionButton('Open dispute', 'dispute', opening)}
  ${
    undisputed > 500
      ? actionButton('Open dispute of 5.00', 'dispute', { ...opening, amountCents: 500 })
      : ''
  }`
}

function disputeOf({ id, amount, outcome, taken }: Dispute): Markup {
  return disputeLine('paypal', {
    id,
    sum: `${amount.value} ${amount.currency_code}`,
    outcome,
    taken: taken ? `, took ${taken.value} ${taken.currency_code}` : '',
  })
}
