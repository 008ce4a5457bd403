import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { signInRequest, type SessionUser, type SessionView } from '#contract/accounts.ts'
import type { StartSteamClaimAnswer, SteamClaimsView } from '#contract/kryptonite.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { problem } from '#server/http/problem.ts'
import { readJson } from '#server/http/read-request.ts'
import { readUserId, renewSession, type Auth } from '#server/services/accounts/auth.ts'
import {
  claimCallbackPath,
  claimStateSeconds,
  finishClaim,
  listClaims,
  startClaim,
  type ClaimOutcome,
} from '#server/services/accounts/steam-claims.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** Who is signed in, and better-auth's own addresses for signing in and out. */
export function sessionRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const signingIn = rateLimit(services, { name: 'sign-in', requests: 30, windowSeconds: 60 })
  return new Hono<HttpEnvironment>()
    .get('/api/session', async (context) => {
      const { session, cookies } = await renewSession(auth, context.req.raw.headers)
      context.header('cache-control', 'no-store')
      for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
      return context.json<SessionView>({
        user: session && presentUser(session.user),
      })
    })
    .post('/api/auth/sign-in/social', signingIn, async (context) => {
      // better-auth would take scopes, parameters for Discord and an id token from this body.
      const body = JSON.stringify(await readJson(context, signInRequest))
      return passOn(context, auth, body)
    })
    .post('/api/auth/sign-out', (context) => passOn(context, auth))
    .get('/api/auth/callback/discord', landAtLogin, signingIn, async (context) => {
      const answer = await passOn(context, auth)
      const isRefused = answer.headers.get('location')?.includes('error=') ?? true
      // Who it was is in the session's row; the log knows nobody.
      services.log.info({ outcome: isRefused ? 'refused' : 'done' }, 'sign-in')
      return answer
    })
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof renewSession>>['session']>

function presentUser({ name, image, discordUsername }: SignedIn['user']): SessionUser {
  return { name, avatarUrl: image ?? null, discordUsername: discordUsername ?? null }
}

const problemCodes: Readonly<Record<number, ProblemCode>> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  415: 'unsupported_media_type',
}

/**
 * Lets better-auth answer, in our headers and with our errors. It reads `body`, where there is one,
 * in place of the visitor's.
 */
async function passOn(
  context: Context<HttpEnvironment>,
  auth: Auth,
  body?: string,
): Promise<Response> {
  const { handler } = await auth.load()
  const { raw } = context.req
  const response = await handler(body === undefined ? raw : withBody(raw, body))
  if (response.status >= 400) {
    return problem(context, problemCodes[response.status] ?? 'internal_error')
  }
  return context.newResponse(response.body, response)
}

function withBody({ url, method, headers: sent }: Request, body: string): Request {
  const headers = new Headers(sent)
  headers.set('content-type', 'application/json')
  // Of the visitor's body.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  return new Request(url, { method, headers, body })
}

/** Here a person comes back from Discord: whatever fails leads to the login page, which says so. */
const landAtLogin = createMiddleware<HttpEnvironment>(async (context, next) => {
  await next()
  if (context.res.status < 400) return
  const reason = context.res.status === 429 ? 'rate_limited' : 'internal_server_error'
  context.header('content-type', undefined)
  context.res = context.redirect(`/login?error=${reason}`)
})

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
      if (userId === null) throw new ServiceError('unauthenticated')
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

function giveClaimToken(context: Context, config: Config, token: string): void {
  setCookie(context, cookieName(config), token, {
    httpOnly: true,
    // The way back is a link on Steam's site; with Strict the browser would leave it at home.
    sameSite: 'Lax',
    path: '/',
    secure: isHttps(config),
    maxAge: claimStateSeconds,
  })
}

/** It counts for one return from Steam, however that ends. */
function takeClaimToken(context: Context, config: Config): string | undefined {
  const name = cookieName(config)
  const token = getCookie(context, name)
  if (token !== undefined) deleteCookie(context, name, { path: '/', secure: isHttps(config) })
  return token
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers take it over https only. */
function cookieName(config: Config): string {
  return isHttps(config) ? '__Host-steam-claim' : 'steam-claim'
}

function isHttps({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
