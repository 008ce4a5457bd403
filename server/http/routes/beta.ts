import { Hono } from 'hono'
import { unlockBetaRequest, type BetaView } from '#contract/beta.ts'
import { unlockBeta } from '#server/services/beta/unlock-beta.ts'
import type { Services } from '#server/services/context.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readJson } from '#server/http/read-request.ts'

export function betaRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().post('/api/beta/unlock', async (context) => {
    const { code } = await readJson(context, unlockBetaRequest)
    const networks = readClientNetworks(services.config, context)
    return context.json<BetaView>(await unlockBeta(services, { code, networks }))
  })
}
