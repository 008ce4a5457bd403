import { html } from 'hono/html'
import { paypalCredentials } from '../credentials.ts'
import type { LogEntry } from '../log.ts'
import type { Markup } from '../stand-in.ts'
import type { Desk } from './desk.ts'
import { leftOf, undisputedOf } from './money-back.ts'
import type { Capture, Dispute, Order } from './state.ts'

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
  return html`<article class="order">
    <header>
      <strong>${unit?.description ?? 'Purchase'}</strong>
      <span>${unit?.amount.value} ${unit?.amount.currency_code}</span>
      <span class="state">${capture?.status ?? order.status}</span>
    </header>
    <p class="hint">
      order <code>${order.id}</code>
      ${capture ? html`· transaction <code>${capture.id}</code>` : ''}
      ${unit?.custom_id ? html`· custom id <code>${unit.custom_id}</code>` : ''}
      ${order.fromHostedButton ? '· hosted button' : ''}
    </p>
    ${capture ? [paymentActions(capture), capture.disputes.map(disputeLine)] : ''}
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

function disputeLine({ id, amount, outcome, taken }: Dispute): Markup {
  const dispute = { provider: 'paypal', reference: id }
  const takenText = taken ? `, took ${taken.value} ${taken.currency_code}` : ''
  return html`<p class="actions">
    <span>
      Dispute <code>${id}</code> of ${amount.value} ${amount.currency_code}:
      <span class="state">${outcome}${takenText}</span>
    </span>
    ${
      outcome === 'open'
        ? [
            actionButton('Won by the shop', 'dispute', { ...dispute, outcome: 'won' }),
            actionButton('Lost by the shop', 'dispute', { ...dispute, outcome: 'lost' }),
          ]
        : ''
    }
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
