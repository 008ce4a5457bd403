import { html } from 'hono/html'
import type { Page } from '#sandbox/page.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import { fromMinorUnits, toMinorUnits, type Money } from './money.ts'

interface Goods {
  readonly name: string | undefined
  readonly amount: Money
}

/** The payment and the buyer's choices. The form posts to its own address. */
export function payPage(goods: readonly Goods[]): Page {
  return windowPage(
    html`<h1>Pay with PayPal</h1>
      <dl class="goods">
        ${goods.map(
          ({ name, amount }) =>
            html`<dt>${name ?? 'Purchase'}</dt>
              <dd>${amount.value} ${amount.currency_code}</dd>`,
        )}
        ${goods.length > 1 ? sumOf(goods) : ''}
      </dl>
      <p class="hint">Play money: Lena Brandt, buyer@sandbox.example</p>
      <form method="post" class="actions">
        <button class="primary" name="outcome" value="pay">Pay</button>
        <button name="outcome" value="decline">Decline</button>
        <button name="outcome" value="cancel">Cancel</button>
        <button name="outcome" value="ECHECK">Pay by eCheck</button>
        <button name="outcome" value="RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION">
          Pay, the shop has to accept
        </button>
      </form>
      <p class="hint">
        “Decline” goes back to the shop as if you had paid, with a card that is refused when the
        shop takes the money.
      </p>`,
  )
}

/** All units of an order have one currency. */
function sumOf(goods: readonly Goods[]): Markup {
  const currency = goods[0]?.amount.currency_code ?? ''
  const cents = goods.reduce((sum, { amount }) => sum + toMinorUnits(amount), 0)
  const { value } = fromMinorUnits(cents, currency)
  return html`<dt><strong>Total</strong></dt>
    <dd><strong>${value} ${currency}</strong></dd>`
}

export interface WindowResult {
  readonly productOrigin: string
  readonly outcome: 'approved' | 'cancelled'
  readonly orderId: string
  readonly payerId: string
}

/** Sends the result to the shop's page, which opened this window, and closes the window. */
export function donePage(result: WindowResult): Page {
  return {
    ...windowPage(
      html`<h1>Back to the shop…</h1>
        <p
          id="result"
          data-product-origin="${result.productOrigin}"
          data-outcome="${result.outcome}"
          data-order-id="${result.orderId}"
          data-payer-id="${result.payerId}"
        >
          You can close this window.
        </p>`,
    ),
    script: 'checkout-done.js',
  }
}

/** The end of a hosted button: PayPal's page stays open and the shop's page gets no message. */
export function receiptPage(transactionId: string): Page {
  return windowPage(
    html`<h1>You paid</h1>
      <p>Transaction ID <code>${transactionId}</code></p>
      <p>You can close this window.</p>`,
  )
}

export function messagePage(message: string, status = 200): Page {
  return {
    ...windowPage(
      html`<h1>PayPal</h1>
        <p role="alert">${message}</p>`,
    ),
    status,
  }
}

function windowPage(content: Markup): Page {
  return {
    title: 'PayPal sandbox',
    body: html`<main class="window">
      <p class="badge">PayPal sandbox</p>
      ${content}
    </main>`,
  }
}
