import { Hono } from 'hono'
import type { MoneyControls } from '#sandbox/money-controls.ts'
import type { SandboxContext, SandboxEnv, StandIn } from '#sandbox/stand-in.ts'
import { requireAccessToken, tokenRoutes } from './access-tokens.ts'
import { apiRoutes } from './api.ts'
import { paypalControls } from './controls.ts'
import { createDesk } from './desk.ts'
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

export interface PayPalStandIn extends StandIn {
  readonly moneyControls: MoneyControls
}

/** PayPal as far as a shop goes: script, window, Orders v2, refunds, disputes, webhooks. */
export async function createPayPal(
  context: SandboxContext,
  hostedButtons: readonly HostedButton[],
): Promise<PayPalStandIn> {
  const signer = await createSigner(context.origin)
  const webhooks = createWebhooks(context, signer)
  const desk = createDesk(context, webhooks, hostedButtons)
  const idempotency = createIdempotency()

  const routes = new Hono<SandboxEnv>()
  routes.route('/', sdkRoutes())
  routes.route('/', windowRoutes(desk))
  routes.route('/', paypalControls(desk))
  routes.route('/', tokenRoutes(desk.state))
  routes.get(signer.certificatePath, (c) => c.text(signer.certificatePem))
  routes.use('/v1/notifications/*', requireAccessToken(desk.state))
  routes.route('/', verifySignatureRoutes(signer))
  routes.route('/', apiRoutes(desk, idempotency))

  return {
    provider: 'paypal',
    apiPaths: ['/v1/oauth2/', '/v1/notifications/', '/v1/customer/', '/v2/'],
    routes,
    refuse: (status) => errorAnswer({ status }),
    overview: () => paypalOverview(desk),
    moneyControls: paypalMoneyControls(desk),
    reset() {
      webhooks.reset()
      idempotency.clear()
      clearState(desk.state)
    },
  }
}
