import * as contract from '#contract/beta.ts'
import { unlockBeta } from '#server/services/beta/unlock-beta.ts'
import type { Services } from '#server/services/context.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'

export function betaRoutes(app: App, services: Services): void {
  serve(app, contract.unlockBeta, ({ context, body: { code } }) =>
    unlockBeta(services, { code, networks: readClientNetworks(services.config, context) }),
  )
}
