import { Hono, type Context } from 'hono'
import {
  changeOrderRequest,
  claimPaymentRequest,
  type OrderList,
  type OrderView,
  type PayPalOrderAnswer,
} from '#contract/checkout.ts'
import { claimPayment } from '#server/services/checkout/claim-payment.ts'
import { collectPayment } from '#server/services/checkout/collect-payment.ts'
import { findOrder } from '#server/services/checkout/find-order.ts'
import { listOrders } from '#server/services/checkout/list-orders.ts'
import { startPayment } from '#server/services/checkout/start-payment.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { changeListing } from '#server/services/donors/change-listing.ts'
import { hashRequest, refuseReusedKey } from '#server/services/idempotency.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/idempotency-key.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { presentOrder } from '#server/http/present/order.ts'
import { readJson } from '#server/http/read-json.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** A buyer's own orders: seen, paid and changed by their maker alone. */
export function orderRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const paying = rateLimit(services, { name: 'pay-order', requests: 120, windowSeconds: 60 })
  const claiming = rateLimit(services, { name: 'claim-payment', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-order', requests: 60, windowSeconds: 60 })

  const refuseReuse = (
    context: Context,
    buyer: Buyer,
    scope: string,
    ...request: readonly string[]
  ) =>
    refuseReusedKey(services, {
      scope: `${scope}:${buyer.hash}`,
      key: readIdempotencyKey(context),
      requestHash: hashRequest(...request),
    })

  return new Hono<HttpEnvironment>()
    .get('/api/orders', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      const orders = await listOrders(services, buyer)
      context.header('cache-control', 'no-store')
      return context.json<OrderList>({ orders: orders.map(presentOrder) })
    })
    .get('/api/orders/:id', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      const order = await findOrder(services, buyer, readOrderId(context))
      context.header('cache-control', 'no-store')
      return context.json<OrderView>(presentOrder(order))
    })
    .patch('/api/orders/:id', changing, async (context) => {
      const id = readOrderId(context)
      const { listedAsDonor } = await readJson(context, changeOrderRequest)
      const buyer = await identifyBuyer(context, config, auth)
      const order = await changeListing(services, buyer, id, listedAsDonor)
      return context.json<OrderView>(presentOrder(order))
    })
    .post('/api/orders/:id/paypal-order', paying, async (context) => {
      const id = readOrderId(context)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'paypal_order', id)
      const { providerOrderId } = await startPayment(services, buyer, id)
      return context.json<PayPalOrderAnswer>({ paypalOrderId: providerOrderId })
    })
    .post('/api/orders/:id/capture', paying, async (context) => {
      const id = readOrderId(context)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'capture', id)
      const order = await collectPayment(services, buyer, id)
      return context.json<OrderView>(presentOrder(order))
    })
    .post('/api/orders/:id/claim', claiming, async (context) => {
      const id = readOrderId(context)
      const { transactionId } = await readJson(context, claimPaymentRequest)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'claim_payment', id, transactionId)
      await claimPayment(services, buyer, id, transactionId)
      return context.json<OrderView>(presentOrder(await findOrder(services, buyer, id)))
    })
}

function readOrderId(context: Context): string {
  return readUuid(context.req.param('id') ?? '', 'order_not_found')
}
