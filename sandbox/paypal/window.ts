import { Hono } from 'hono'
import { renderPage } from '#sandbox/page.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { approveOrder, payHostedButton } from './buyer.ts'
import type { FakePayPal } from './fake-paypal.ts'
import { buyer } from './order-view.ts'
import { heldReasons } from './state.ts'
import { donePage, messagePage, payPage, receiptPage } from './window-pages.ts'

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
    if (isApproved) await approveOrder(fake, order, decision, reason)
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
