import { Hono } from 'hono'
import { catalogue } from '../../../catalogue.ts'
import {
  openOrderRequest,
  type OpenOrderAnswer,
  type PaymentOptions,
} from '../../../contract/checkout.ts'
import { openOrder } from '../../services/checkout/open-order.ts'
import type { Services } from '../../services/context.ts'
import { hashRequest, refuseReusedKey } from '../../services/idempotency.ts'
import type { Auth } from '../../services/sign-in/auth.ts'
import { greetBuyer, identifyBuyer } from '../buyer.ts'
import { createVisitorNetworksReader } from '../client-address.ts'
import type { HttpEnvironment } from '../environment.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { readJson } from '../read-json.ts'

/** From a cart item to its order. */
export function checkoutRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const readNetworks = createVisitorNetworksReader(config)
  const opening = rateLimit(services, { name: 'open-order', requests: 60, windowSeconds: 60 })

  const options: PaymentOptions = {
    driver: config.paypal.driver,
    clientId: config.paypal.clientId,
    scriptOrigin: config.paypal.scriptOrigin,
    currency: 'EUR',
    hostedButtonIds: Object.fromEntries(
      catalogue.offers.flatMap(({ key, hostedButtonId }) =>
        hostedButtonId ? [[key, hostedButtonId]] : [],
      ),
    ),
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
      await refuseReusedKey(services, {
        scope: `open_order:${buyer.hash}`,
        key: readIdempotencyKey(context),
        requestHash: hashRequest(request),
      })
      const networks = readNetworks(context)
      return context.json<OpenOrderAnswer>(await openOrder(services, buyer, request, networks))
    })
}
