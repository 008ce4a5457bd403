import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  startSteamFillInRequest,
  type RedirectAnswer,
  type SteamFillInResult,
  type SteamProfileView,
} from '#contract/accounts.ts'
import { balanceOwner } from '#contract/kryptonite.ts'
import { giveCookie, readCookie, removeCookie } from '#server/http/cookies.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { checkFields, readJson } from '#server/http/read-request.ts'
import {
  fillInCallbackPath,
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
export function steamRoutes(services: Services): Hono<HttpEnvironment> {
  const { config } = services
  const reading = rateLimit(services, { name: 'steam-profile', requests: 60, windowSeconds: 60 })
  const starting = rateLimit(services, { name: 'steam-fill-in', requests: 20, windowSeconds: 60 })
  const returning = rateLimit(services, {
    name: 'steam-fill-in-return',
    requests: 30,
    windowSeconds: 60,
  })
  const readProfile = createProfileReader(services)

  return new Hono<HttpEnvironment>()
    .get('/api/steam-profiles/:steamId64', reading, async (context) => {
      const { steamId } = checkFields(balanceOwner, { steamId: context.req.param('steamId64') })
      return context.json<SteamProfileView>({ profile: await readProfile(steamId) })
    })
    .post('/api/steam-fill-ins', starting, async (context) => {
      const { returnTo } = await readJson(context, startSteamFillInRequest)
      const { url, token } = startFillIn(services, returnTo)
      giveCookie(context, config, visitCookie, token, {
        // The player returns by a link on Steam's site; with Strict the browser would not send it.
        sameSite: 'Lax',
        maxAge: steamVisitSeconds,
      })
      return context.json<RedirectAnswer>({ url })
    })
    .get(fillInCallbackPath, leadHome, returning, async (context) => {
      const token = readCookie(context, config, visitCookie)
      if (token !== undefined) removeCookie(context, config, visitCookie)
      const { returnTo, result } = await finishFillIn(services, {
        token,
        query: new URL(context.req.url).searchParams,
      })
      giveCookie(context, config, resultCookie, result, {
        sameSite: 'Lax',
        maxAge: fillInResultSeconds,
      })
      return context.redirect(returnTo, 303)
    })
    .post('/api/steam-fill-ins/result', async (context) => {
      const text = readCookie(context, config, resultCookie)
      if (text !== undefined) removeCookie(context, config, resultCookie)
      return context.json<SteamFillInResult>(readFillIn(services, text))
    })
}

/** Players return from Steam here, so a failure leads to a page. */
const leadHome = createMiddleware<HttpEnvironment>(async (context, next) => {
  await next()
  if (context.res.status < 400) return
  context.header('content-type', undefined)
  context.res = context.redirect('/', 303)
})
