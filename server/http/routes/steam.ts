import * as contract from '#contract/accounts.ts'
import { giveCookie, takeCookie } from '#server/http/cookies.ts'
import type { App } from '#server/http/environment.ts'
import { leadTo } from '#server/http/middleware/errors.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import {
  fillInResultSeconds,
  finishFillIn,
  readFillIn,
  startFillIn,
} from '#server/services/accounts/steam-fill-ins.ts'
import { createProfileReader } from '#server/services/accounts/steam-profiles.ts'
import { steamVisitSeconds } from '#server/services/accounts/steam-visits.ts'
import type { Services } from '#server/services/context.ts'

const visitCookie = 'steam-fill-in'
const resultCookie = 'steam-fill-in-result'

/** What Steam knows of a Steam ID, and a Steam ID for a form, without an account here. */
export function steamRoutes(app: App, services: Services): void {
  const { config } = services
  const reading = rateLimit(services, { name: 'steam-profile', requests: 60, windowSeconds: 60 })
  const starting = rateLimit(services, { name: 'steam-fill-in', requests: 20, windowSeconds: 60 })
  const returning = rateLimit(services, {
    name: 'steam-fill-in-return',
    requests: 30,
    windowSeconds: 60,
  })
  const readProfile = createProfileReader(services)

  serve(app, contract.readSteamProfile, [reading], async ({ params }) => ({
    profile: await readProfile(params.steamId),
  }))
  serve(app, contract.startFillIn, [starting], ({ context, body: { returnTo } }) => {
    const { url, token } = startFillIn(services, returnTo)
    giveCookie(context, config, visitCookie, token, {
      // The player returns by a link on Steam's site; with Strict the browser would not send it.
      sameSite: 'Lax',
      maxAge: steamVisitSeconds,
    })
    return { url }
  })
  serve(app, contract.finishFillIn, [leadTo(() => '/'), returning], async ({ context }) => {
    const { returnTo, result } = await finishFillIn(services, {
      token: takeCookie(context, config, visitCookie),
      query: new URL(context.req.url).searchParams,
    })
    giveCookie(context, config, resultCookie, result, {
      sameSite: 'Lax',
      maxAge: fillInResultSeconds,
    })
    return context.redirect(returnTo, 303)
  })
  serve(app, contract.readFillIn, ({ context }) =>
    readFillIn(services, takeCookie(context, config, resultCookie)),
  )
}
