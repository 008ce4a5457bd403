import { html } from 'hono/html'
import type { Page } from '#sandbox/page.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import type { Session } from './state.ts'

/** The payment and the buyer's choices. The form posts to its own address. */
export function payPage(session: Session, problem?: string): Page {
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

export function messagePage(message: string, status = 200): Page {
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
