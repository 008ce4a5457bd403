import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { Markup, SandboxEnv } from '#sandbox/fake-provider.ts'
import { type Page, renderPage } from '#sandbox/page.ts'
import { orderApproved } from './events.ts'
import { announce, type FakePayPal, now } from './fake-paypal.ts'
import { fromMinorUnits, type Money, toMinorUnits } from './money.ts'
import { buyer } from './order-views.ts'
import { addOrder, captureOrder } from './orders.ts'
import { type HeldReason, heldReasons, type Instrument, type Order } from './state.ts'

export const buyerOutcomes = ['pay', 'decline', 'hold'] as const
type BuyerOutcome = (typeof buyerOutcomes)[number]

const instruments: Readonly<Record<BuyerOutcome, Instrument>> = {
  pay: 'accepted',
  decline: 'declined',
  hold: 'held',
}

interface ApprovalTerms {
  readonly heldReason?: HeldReason | undefined
  readonly country?: string | undefined
}

/** The buyer's decision in the PayPal window. A paid order stays unchanged. */
export async function approveOrder(
  fake: FakePayPal,
  order: Order,
  outcome: BuyerOutcome,
  { heldReason = 'PENDING_REVIEW', country = order.country }: ApprovalTerms = {},
): Promise<void> {
  if (order.status === 'COMPLETED') return
  order.country = country
  order.status = 'APPROVED'
  order.instrument = instruments[outcome]
  order.heldReason = heldReason
  order.updateTime = now()
  await announce(fake, orderApproved(fake, order))
}

/**
 * Buys through a hosted button: PayPal creates and captures the order without the shop's server,
 * and nothing says who paid for what. Returns the transaction id; null for an unknown button.
 */
export async function payHostedButton(
  fake: FakePayPal,
  hostedButtonId: string,
): Promise<string | null> {
  const button = fake.state.hostedButtons.get(hostedButtonId)
  if (!button) return null
  const amount = { currency_code: 'EUR', value: button.valueEuros }
  const unit = { description: button.name, amount }
  const order = addOrder(fake.state, [unit], true)
  order.status = 'APPROVED'
  order.instrument = 'accepted'
  const outcome = await captureOrder(fake, order.id)
  return outcome.ok ? (outcome.value.units[0]?.captureId ?? null) : null
}

/** The PayPal window, for orders and for hosted buttons. */
export function windowRoutes(fake: FakePayPal): Hono<SandboxEnv> {
  const { state, context } = fake
  const routes = new Hono<SandboxEnv>()

  routes.get('/checkoutnow', (c) => {
    const order = state.orders.get(c.req.query('token') ?? '')
    if (!order) return renderPage(messagePage('This order is unknown.', 404))
    if (order.status === 'COMPLETED') return renderPage(messagePage('This order is paid already.'))
    return renderPage(
      payPage(order.units.map(({ description, amount }) => ({ name: description, amount }))),
    )
  })
  routes.post('/checkoutnow', async (c) => {
    const order = state.orders.get(c.req.query('token') ?? '')
    if (!order) return renderPage(messagePage('This order is unknown.', 404))
    const outcome = new URLSearchParams(await c.req.text()).get('outcome')
    const reason = heldReasons.find((held) => held === outcome)
    const decision = reason ? 'hold' : outcome
    const isApproved = decision === 'pay' || decision === 'decline' || decision === 'hold'
    if (isApproved) await approveOrder(fake, order, decision, { heldReason: reason })
    return renderPage(
      donePage({
        productOrigin: context.productOrigin,
        outcome: isApproved ? 'approved' : 'cancelled',
        orderId: order.id,
        payerId: buyer.payerId,
      }),
    )
  })

  routes.get('/ncp/payment/:id', (c) => {
    const button = state.hostedButtons.get(c.req.param('id'))
    if (!button) return renderPage(messagePage('This button is unknown.', 404))
    const amount = { currency_code: 'EUR', value: button.valueEuros }
    return renderPage(payPage([{ name: button.name, amount }]))
  })
  routes.post('/ncp/payment/:id', async (c) => {
    const outcome = new URLSearchParams(await c.req.text()).get('outcome')
    if (outcome === 'decline') {
      return renderPage(messagePage('Your payment method was declined. Nothing was paid.'))
    }
    if (outcome !== 'pay') {
      return renderPage(
        donePage({
          productOrigin: context.productOrigin,
          outcome: 'cancelled',
          orderId: '',
          payerId: '',
        }),
      )
    }
    const transactionId = await payHostedButton(fake, c.req.param('id'))
    return renderPage(
      transactionId === null
        ? messagePage('This button is unknown.', 404)
        : receiptPage(transactionId),
    )
  })
  return routes
}

interface Goods {
  readonly name: string | undefined
  readonly amount: Money
}

/** The payment and the buyer's choices. The form posts to its own address. */
function payPage(goods: readonly Goods[]): Page {
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

interface WindowResult {
  readonly productOrigin: string
  readonly outcome: 'approved' | 'cancelled'
  readonly orderId: string
  readonly payerId: string
}

/** Sends the result to the shop's page, which opened this window, and closes the window. */
function donePage(result: WindowResult): Page {
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
function receiptPage(transactionId: string): Page {
  return windowPage(
    html`<h1>You paid</h1>
      <p>Transaction ID <code>${transactionId}</code></p>
      <p>You can close this window.</p>`,
  )
}

function messagePage(message: string, status = 200): Page {
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

const knownComponents = new Set(['buttons', 'hosted-buttons'])
const script = readFileSync(new URL('sdk-script.js', import.meta.url), 'utf8')

/** `GET /sdk/js`, https://developer.paypal.com/sdk/js/configuration/ */
export function sdkRoutes(): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get('/sdk/js', (c) => {
    const components = (c.req.query('components') ?? 'buttons').split(',')
    const unknown = components.find((component) => !knownComponents.has(component))
    if (c.req.query('client-id') !== paypalCredentials.clientId) {
      return javascript(
        'throw new Error("SDK Validation error: \'client-id not recognized\'");',
        400,
      )
    }
    if (unknown !== undefined) {
      return javascript('throw new Error("SDK Validation error: \'Invalid components\'");', 400)
    }
    return javascript(script, 200)
  })
}

function javascript(text: string, status: 200 | 400): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
