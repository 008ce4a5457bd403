import { Hono } from 'hono'
import type { MoneyControls } from '#sandbox/money-controls.ts'
import type { SandboxContext, SandboxEnv, FakeProvider } from '#sandbox/fake-provider.ts'
import { apiPaths, apiRoutes } from './api.ts'
import { stripeControls } from './controls.ts'
import { createFakeStripe } from './fake-stripe.ts'
import { brokenAnswer } from './errors.ts'
import { expireDue } from './expire-session.ts'
import { createIdempotency } from './idempotency.ts'
import { stripeMoneyControls } from './money-controls.ts'
import { stripeOverview } from './overview.ts'
import { payRoutes } from './pay-routes.ts'
import { clearState } from './state.ts'

export interface SandboxStripe extends FakeProvider {
  readonly moneyControls: MoneyControls
}

const sweepMs = 60_000

/** Stripe for a shop: Checkout and its page, refunds, disputes, webhooks. */
export function createStripe(context: SandboxContext): SandboxStripe {
  const fake = createFakeStripe(context)
  const idempotency = createIdempotency()
  const sweep = setInterval(() => void expireDue(fake), sweepMs)
  sweep.unref()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', payRoutes(fake))
  routes.route('/', stripeControls(fake))
  routes.route('/', apiRoutes(fake, idempotency))

  return {
    provider: 'stripe',
    apiPaths,
    routes,
    // A call that has begun is kept by its key, even with a 500; a rate-limited call has not begun.
    refuse: (status, c) =>
      status === 500 && c.req.method === 'POST'
        ? idempotency.once(c, () => Promise.resolve(brokenAnswer(status)))
        : brokenAnswer(status),
    overview: () => stripeOverview(fake),
    moneyControls: stripeMoneyControls(fake),
    reset() {
      fake.webhooks.reset()
      idempotency.clear()
      clearState(fake.state)
    },
  }
}
