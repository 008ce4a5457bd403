import * as contract from '#contract/bans.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'
import { liftBan, readBan, saveBan } from '#server/services/bans/admin-bans.ts'
import type { Services } from '#server/services/context.ts'

export function banRoutes(app: App, services: Services): void {
  serve(app, contract.readBan, ({ staff, params }) => readBan(services, staff, params.steamId))
  serve(app, contract.saveBan, ({ staff, params, body }) =>
    saveBan(services, staff, params.steamId, body),
  )
  serve(app, contract.liftBan, ({ staff, params, query }) =>
    liftBan(services, staff, params.steamId, query.seen),
  )
}
