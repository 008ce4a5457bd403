import { html } from 'hono/html'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { actionButton, disputeLine, latest, sentWebhooks } from '#sandbox/overview-parts.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import type { FakePayPal } from './fake-paypal.ts'
import { leftOf, undisputedOf } from './returned-amounts.ts'
import type { Capture, Dispute, Order, PurchaseUnit } from './state.ts'

/** Orders with their state, and the sent webhooks; newest first. */
export function paypalOverview(fake: FakePayPal): Markup {
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
