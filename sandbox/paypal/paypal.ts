import { Hono } from 'hono'
import type { MoneyControls } from '#sandbox/money-controls.ts'
import type { SandboxContext, SandboxEnv, FakeProvider } from '#sandbox/fake-provider.ts'
import { requireAccessToken, tokenRoutes } from './access-tokens.ts'
import { apiRoutes } from './api.ts'
import { paypalControls } from './controls.ts'
import { createFakePayPal } from './fake-paypal.ts'
import { errorAnswer } from './errors.ts'
import { createIdempotency } from './idempotency.ts'
import { paypalMoneyControls } from './money-controls.ts'
import { paypalOverview } from './overview.ts'
import { sdkRoutes } from './sdk.ts'
import { createSigner } from './signature.ts'
import { clearState, type HostedButton } from './state.ts'
import { verifySignatureRoutes } from './verify-signature.ts'
import { createWebhooks } from './webhooks.ts'
import { windowRoutes } from './window.ts'

export interface SandboxPayPal extends FakeProvider {
  readonly moneyControls: MoneyControls
}

/** PayPal for a shop: script, window, Orders v2, refunds, disputes, webhooks. */
export async function createPayPal(
  context: SandboxContext,
  hostedButtons: readonly HostedButton[],
): Promise<SandboxPayPal> {
  const signer = await createSigner(context.origin)
  const webhooks = createWebhooks(context, signer)
  const fake = createFakePayPal(context, webhooks, hostedButtons)
  const idempotency = createIdempotency()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', sdkRoutes())
  routes.route('/', windowRoutes(fake))
  routes.route('/', paypalControls(fake))
  routes.route('/', tokenRoutes(fake.state))
  routes.get(signer.certificatePath, (c) => c.text(signer.certificatePem))
  routes.use('/v1/notifications/*', requireAccessToken(fake.state))
  routes.route('/', verifySignatureRoutes(signer))
  routes.route('/', apiRoutes(fake, idempotency))

  return {
    provider: 'paypal',
    apiPaths: ['/v1/oauth2/', '/v1/notifications/', '/v1/customer/', '/v2/'],
    routes,
    refuse: (status) => errorAnswer({ status }),
    overview: () => paypalOverview(fake),
    moneyControls: paypalMoneyControls(fake),
    reset() {
      webhooks.reset()
      idempotency.clear()
      clearState(fake.state)
    },
  }
}
