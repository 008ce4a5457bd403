import * as contract from '#contract/checkout.ts'
import type { Services } from '#server/services/context.ts'
import { hashRequest, refuseReusedKey } from '#server/services/idempotency.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import { ensureGuestCookie, identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { openOrder } from '#server/services/checkout/open-order.ts'
import { limitWrongCodes } from '#server/services/offers/codes.ts'

/** Turns a cart item into an order. */
export function checkoutRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const opening = rateLimit(services, { name: 'open-order', requests: 60, windowSeconds: 60 })

  const checking = rateLimit(services, { name: 'check-paypal', requests: 10, windowSeconds: 600 })

  serve(app, contract.readPaymentOptions, ({ context }) => {
    ensureGuestCookie(context, config)
    const { driver, clientId, scriptOrigin } = config.paypal
    const buttons = services.site
      .current()
      .catalogue.offers.flatMap(({ key, hostedButtonId }) =>
        hostedButtonId ? [[key, hostedButtonId] as const] : [],
      )
    const hostedButtonIds = Object.fromEntries(buttons)
    return { driver, clientId, scriptOrigin, currency: 'EUR', hostedButtonIds } as const
  })
  serve(app, contract.checkPayPal, [checking], async () => {
    const { outcome } = await services.paypal.checkKey()
    return { isSetUp: outcome !== 'misconfigured' }
  })
  serve(app, contract.openOrder, [opening], async ({ context, body }) => {
    const buyer = await identifyBuyer(context, config, auth)
    await refuseReusedKey(services, {
      scope: `open_order:${buyer.hash}`,
      key: readIdempotencyKey(context),
      requestHash: hashRequest(body),
    })
    const networks = readVisitorNetworks(config, context)
    const open = () => openOrder(services, buyer, body, networks)
    return body.code === undefined ? open() : limitWrongCodes(services, networks, open)
  })
}
