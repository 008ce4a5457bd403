import { Hono } from 'hono'
import type { MoneyControls } from '#sandbox/money-controls.ts'
import type { SandboxContext, SandboxEnv, StandIn } from '#sandbox/stand-in.ts'
import { apiPaths, apiRoutes } from './api.ts'
import { stripeControls } from './controls.ts'
import { createDesk } from './desk.ts'
import { brokenAnswer } from './errors.ts'
import { expireDue } from './expire-session.ts'
import { createIdempotency } from './idempotency.ts'
import { stripeMoneyControls } from './money-controls.ts'
import { stripeOverview } from './overview.ts'
import { payRoutes } from './pay-routes.ts'
import { clearState, type PriceOffer } from './state.ts'

export interface StripeStandIn extends StandIn {
  readonly moneyControls: MoneyControls
}

const sweepMs = 60_000

/** Stripe as far as a shop goes: Checkout and its page, refunds, disputes, webhooks. */
export function createStripe(
  context: SandboxContext,
  prices: readonly PriceOffer[],
): StripeStandIn {
  const desk = createDesk(context, prices)
  const idempotency = createIdempotency()
  const sweep = setInterval(() => void expireDue(desk), sweepMs)
  sweep.unref()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', payRoutes(desk))
  routes.route('/', stripeControls(desk))
  routes.route('/', apiRoutes(desk, idempotency))

  return {
    provider: 'stripe',
    apiPaths,
    routes,
    // Whatever has begun is kept by its key, a 500 as well; what came too often has not begun.
    refuse: (status, c) =>
      status === 500 && c.req.method === 'POST'
        ? idempotency.once(c, () => Promise.resolve(brokenAnswer(status)))
        : brokenAnswer(status),
    overview: () => stripeOverview(desk),
    moneyControls: stripeMoneyControls(desk),
    reset() {
      desk.webhooks.reset()
      idempotency.clear()
      clearState(desk.state)
    },
  }
}
