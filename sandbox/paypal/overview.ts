import { html } from 'hono/html'
import { paypalCredentials } from '../credentials.ts'
import type { LogEntry } from '../log.ts'
import type { Markup } from '../stand-in.ts'
import type { Desk } from './desk.ts'
import type { Order } from './state.ts'

/** Orders with their state, and the webhooks that were sent; newest first. */
export function paypalOverview(desk: Desk): Markup {
  const { clientId, clientSecret, webhookId, merchantId } = paypalCredentials
  const orders = [...desk.state.orders.values()].slice(-50).toReversed()
  const webhooks = desk.context.log
    .entries('paypal')
    .filter((entry) => entry.kind === 'webhook')
    .slice(-50)
    .toReversed()
  return html`<section>
    <h2>PayPal</h2>
    <p class="hint">
      Client <code>${clientId}</code>, secret <code>${clientSecret}</code>, webhook
      <code>${webhookId}</code>, merchant <code>${merchantId}</code>
    </p>
    <h3>Orders</h3>
    ${
      orders.length === 0
        ? html`<p class="empty">No order yet.</p>`
        : orders.map((order) => orderCard(desk, order))
    }
    <h3>Webhooks sent</h3>
    ${
      webhooks.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<ol class="log">
            ${webhooks.map(webhookLine)}
          </ol>`
    }
  </section>`
}

function orderCard(desk: Desk, order: Order): Markup {
  const [unit] = order.units
  const capture = desk.state.captures.get(unit?.captureId ?? '')
  const disputeState = capture?.dispute ? `, dispute ${capture.dispute.outcome}` : ''
  return html`<article class="order">
    <header>
      <strong>${unit?.description ?? 'Purchase'}</strong>
      <span>${unit?.amount.value} ${unit?.amount.currency_code}</span>
      <span class="state">${capture?.status ?? order.status}${disputeState}</span>
    </header>
    <p class="hint">
      order <code>${order.id}</code>
      ${capture ? html`· transaction <code>${capture.id}</code>` : ''}
      ${unit?.custom_id ? html`· custom id <code>${unit.custom_id}</code>` : ''}
      ${order.fromHostedButton ? '· hosted button' : ''}
    </p>
    ${capture ? paymentActions(capture.id, capture.status) : ''}
  </article>`
}

function paymentActions(captureId: string, status: string): Markup {
  if (status === 'PENDING') {
    return html`<p class="actions">
      ${actionButton('Complete', 'paypal/review', { captureId, outcome: 'complete' })}
      ${actionButton('Deny', 'paypal/review', { captureId, outcome: 'deny' })}
    </p>`
  }
  if (status === 'REFUNDED' || status === 'DECLINED') return html``
  const payment = { provider: 'paypal', reference: captureId }
  return html`<p class="actions">
    ${actionButton('Refund', 'refund', payment)}
    ${actionButton('Refund 1.00', 'refund', { ...payment, amountCents: 100 })}
    ${actionButton('Open dispute', 'dispute', { ...payment, outcome: 'open' })}
    ${actionButton('Dispute won', 'dispute', { ...payment, outcome: 'won' })}
    ${actionButton('Dispute lost', 'dispute', { ...payment, outcome: 'lost' })}
  </p>`
}

function actionButton(label: string, call: string, body: object): Markup {
  const json = JSON.stringify(body)
  return html`<button data-call="/_sandbox/${call}" data-body="${json}">${label}</button>`
}

function webhookLine(entry: LogEntry & { kind: 'webhook' }): Markup {
  const answer = entry.lost ? 'lost on purpose' : (entry.status ?? 'no answer')
  return html`<li>
    <time>${entry.at.slice(11, 19)}</time> ${entry.eventType} <code>${entry.resourceId}</code>
    <span class="state">${answer}</span>
    ${entry.attempt > 1 ? html`<small>attempt ${entry.attempt}</small>` : ''}
  </li>`
}
