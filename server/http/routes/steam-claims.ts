import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { StartSteamClaimAnswer, SteamClaimsView } from '#contract/kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { readUserId } from '#server/services/sign-in/read-session.ts'
import { claimCallbackPath } from '#server/services/steam-claims/claim-address.ts'
import { finishClaim, type ClaimOutcome } from '#server/services/steam-claims/finish-claim.ts'
import { listClaims } from '#server/services/steam-claims/list-claims.ts'
import { startClaim } from '#server/services/steam-claims/start-claim.ts'
import { giveClaimToken, takeClaimToken } from '#server/http/claim-cookie.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'

/** Showing at Steam whose balance it is, for the account that is signed in. */
export function steamClaimRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const starting = rateLimit(services, { name: 'steam-claim', requests: 20, windowSeconds: 60 })
  const returning = rateLimit(services, { name: 'steam-return', requests: 30, windowSeconds: 60 })

  return new Hono<HttpEnvironment>()
    .get('/api/steam-claims', async (context) => {
      const userId = await readUserId(auth, context.req.raw.headers)
      context.header('cache-control', 'no-store')
      return context.json<SteamClaimsView>({
        claimRequired: config.requireSteamClaim,
        signedIn: userId !== null,
        claims: userId === null ? [] : await listClaims(services, userId),
      })
    })
    .post('/api/steam-claims', starting, async (context) => {
      const userId = await readUserId(auth, context.req.raw.headers)
      if (userId === null) throw new Refusal('unauthenticated')
      const { url, token } = startClaim(services, userId)
      giveClaimToken(context, config, token)
      context.header('cache-control', 'no-store')
      return context.json<StartSteamClaimAnswer>({ url })
    })
    .get(claimCallbackPath, landAtWallet, returning, async (context) => {
      const outcome = await finishClaim(services, {
        userId: await readUserId(auth, context.req.raw.headers),
        token: takeClaimToken(context, config),
        query: new URL(context.req.url).searchParams,
      })
      context.header('cache-control', 'no-store')
      return context.redirect(walletAfter(outcome), 303)
    })
}

/** Here a person comes back from Steam: whatever breaks leads to the wallet as well. */
const landAtWallet = createMiddleware<HttpEnvironment>(async (context, next) => {
  await next()
  if (context.res.status < 400) return
  context.header('content-type', undefined)
  context.res = context.redirect(walletAfter('unavailable'), 303)
})

function walletAfter(outcome: ClaimOutcome): string {
  return `/wallet?claim=${outcome}`
}
