import { Hono } from 'hono'
import { z } from 'zod'
import {
  claimPaymentRequest,
  openOrderRequest,
  type OpenOrderAnswer,
  type PaymentOptions,
  type PayPalOrderAnswer,
} from '../../../contract/checkout.ts'
import { siteConfig } from '../../../site.config.ts'
import { claimPayment } from '../../services/checkout/claim-payment.ts'
import { collectPayment } from '../../services/checkout/collect-payment.ts'
import { findOrder } from '../../services/checkout/find-order.ts'
import { openOrder } from '../../services/checkout/open-order.ts'
import { startPayment } from '../../services/checkout/start-payment.ts'
import type { Services } from '../../services/context.ts'
import { Refusal } from '../../services/refusal.ts'
import type { Auth } from '../../services/sign-in/auth.ts'
import { greetBuyer, identifyBuyer } from '../buyer.ts'
import type { HttpEnvironment } from '../environment.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { presentOrder } from '../present/order.ts'
import { readJson } from '../read-json.ts'

const uuid = z.uuid()

/** From a cart item to a paid order. */
export function checkoutRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const opening = rateLimit(services, { name: 'open-order', requests: 60, windowSeconds: 60 })
  const paying = rateLimit(services, { name: 'pay-order', requests: 120, windowSeconds: 60 })
  const claiming = rateLimit(services, { name: 'claim-payment', requests: 10, windowSeconds: 600 })

  const options: PaymentOptions = {
    driver: config.paypal.driver,
    clientId: config.paypal.clientId,
    scriptOrigin: config.paypal.scriptOrigin,
    currency: 'EUR',
    hostedButtonIds: siteConfig.hostedButtonIds,
  }

  return new Hono<HttpEnvironment>()
    .get('/api/payment-options', (context) => {
      greetBuyer(context, config)
      context.header('cache-control', 'no-store')
      return context.json(options)
    })
    .post('/functions/v1/discord-purchase-notification', opening, async (context) => {
      const request = await readJson(context, openOrderRequest)
      const buyer = await identifyBuyer(context, config, auth)
      return context.json<OpenOrderAnswer>(await openOrder(services, buyer, request))
    })
    .get('/api/orders/:id', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      context.header('cache-control', 'no-store')
      return context.json(
        presentOrder(await findOrder(services, buyer, orderId(context.req.param('id')))),
      )
    })
    .post('/api/orders/:id/paypal-order', paying, async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      const { providerOrderId } = await startPayment(
        services,
        buyer,
        orderId(context.req.param('id')),
      )
      return context.json<PayPalOrderAnswer>({ paypalOrderId: providerOrderId })
    })
    .post('/api/orders/:id/capture', paying, async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      const order = await collectPayment(services, buyer, orderId(context.req.param('id')))
      return context.json(presentOrder(order))
    })
    .post('/api/orders/:id/claim', claiming, async (context) => {
      const id = orderId(context.req.param('id'))
      const { transactionId } = await readJson(context, claimPaymentRequest)
      const buyer = await identifyBuyer(context, config, auth)
      await claimPayment(services, buyer, id, transactionId)
      return context.json(presentOrder(await findOrder(services, buyer, id)))
    })
}

/** An id that is no UUID names no order. */
function orderId(text: string): string {
  const parsed = uuid.safeParse(text)
  if (!parsed.success) throw new Refusal('order_not_found')
  return parsed.data
}
