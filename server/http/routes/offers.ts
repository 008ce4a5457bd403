import * as contract from '#contract/offers.ts'
import { findBrowser, identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import {
  addOffers,
  changeOffer,
  listOffers,
  stopOffer,
} from '#server/services/offers/admin-offers.ts'
import { checkCode } from '#server/services/offers/codes.ts'
import { redeemCode } from '#server/services/offers/redeem.ts'

/** Codes of buyers, and the owner's sales, codes and gifts. */
export function offerRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const checking = rateLimit(services, { name: 'check-code', requests: 120, windowSeconds: 60 })

  serve(app, contract.checkCode, [checking], ({ context, body }) =>
    checkCode(services, body, {
      buyerHash: findBrowser(context, config),
      networks: readVisitorNetworks(config, context),
    }),
  )
  serve(app, contract.redeemCode, [checking], async ({ context, body }) => {
    const { userId } = await identifyBuyer(context, config, auth)
    return redeemCode(services, body, {
      userId,
      idempotencyKey: readIdempotencyKey(context),
      networks: readVisitorNetworks(config, context),
    })
  })
  serve(app, contract.listOffers, () => listOffers(services))
  serve(app, contract.addOffer, ({ context, staff, body }) =>
    addOffers(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.changeOffer, ({ staff, params, body }) =>
    changeOffer(services, staff, params.id, body),
  )
  serve(app, contract.stopOffer, ({ staff, params }) => stopOffer(services, staff, params.id))
}
