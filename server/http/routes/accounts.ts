import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import * as contract from '#contract/accounts.ts'
import { readSession } from '#contract/session.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Config } from '#server/app/config.ts'
import { forgetBrowser, identifyBuyer } from '#server/http/buyer.ts'
import { giveCookie, takeCookie } from '#server/http/cookies.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { leadTo } from '#server/http/middleware/errors.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { problem } from '#server/http/problem.ts'
import { serve } from '#server/http/serve.ts'
import { readUserId, renewSession, type Auth } from '#server/services/accounts/auth.ts'
import { deleteOwnData } from '#server/services/accounts/delete-data.ts'
import { readOwnData } from '#server/services/accounts/own-data.ts'
import {
  finishClaim,
  listClaims,
  startClaim,
  type ClaimOutcome,
} from '#server/services/accounts/steam-claims.ts'
import { steamVisitSeconds } from '#server/services/accounts/steam-visits.ts'
import { listFaults } from '#server/services/connections/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { listHoldings } from '#server/services/perks/holdings.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { readMaker } from './team.ts'

/** The signed-in player, and better-auth's own paths for signing in and out. */
export function sessionRoutes(app: App, services: Services, auth: Auth): void {
  const signingIn = rateLimit(services, { name: 'sign-in', requests: 30, windowSeconds: 60 })
  serve(app, readSession, async ({ context }) => {
    const { session, cookies } = await renewSession(auth, context.req.raw.headers)
    for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
    if (!session) return { user: null }
    const { name, image = null, discordUsername = null } = session.user
    return { user: { name, avatarUrl: image, discordUsername } }
  })
  serve(app, contract.signIn, [signingIn], ({ context, body: { provider, ...pages } }) => {
    // better-auth would accept scopes, Discord parameters and an id token from the visitor's body.
    const body = JSON.stringify({
      provider,
      callbackURL: acceptablePage(services.config, pages.callbackURL),
      errorCallbackURL: acceptablePage(services.config, pages.errorCallbackURL),
    })
    return callBetterAuth(context, auth, body)
  })
  serve(app, contract.signOut, ({ context }) => callBetterAuth(context, auth, '{}'))
  serve(app, contract.finishSignIn, [leadToLogin, signingIn], async ({ context }) => {
    const answer = await callBetterAuth(context, auth)
    const target = answer.headers.get('location') ?? 'error='
    const isRefused = target.includes('error=')
    // The session's row names the player; the log never does.
    services.log.info({ outcome: isRefused ? 'refused' : 'done' }, 'sign-in')
    // better-auth has one error for all that can go wrong after the player's consent.
    if (isRefused && !target.includes('access_denied') && (await isClientRefused(services))) {
      answer.headers.set('location', '/login?error=not_set_up')
    }
    return answer
  })
}

async function isClientRefused(services: Services): Promise<boolean> {
  return (await listFaults(services)).some(({ code }) => code === 'client_refused')
}

/** better-auth takes a path of a few characters, and any address of ours. */
function acceptablePage({ publicOrigin }: Config, page: string | undefined): string | undefined {
  return page === undefined || /^[\w/.-]*$/.test(page) ? page : publicOrigin + page
}

const problemCodes: Readonly<Record<number, ProblemCode>> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  415: 'unsupported_media_type',
}

/**
 * Lets better-auth answer, with our headers and our errors. It reads `body`, when given, instead of
 * the visitor's.
 */
async function callBetterAuth(
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
  // It belongs to the visitor's body.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  return new Request(url, { method, headers, body })
}

const leadToLogin = leadTo(
  (status) => `/login?error=${status === 429 ? 'rate_limited' : 'internal_server_error'}`,
  302,
)

/** Proves through Steam that a balance belongs to the signed-in account. */
export function steamClaimRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const starting = rateLimit(services, { name: 'steam-claim', requests: 20, windowSeconds: 60 })
  const returning = rateLimit(services, { name: 'steam-return', requests: 30, windowSeconds: 60 })

  serve(app, contract.listClaims, async ({ context }) => {
    const userId = await readUserId(auth, context.req.raw.headers)
    return {
      claimRequired: config.requireSteamClaim,
      signedIn: userId !== null,
      claims: userId === null ? [] : await listClaims(services, userId),
    }
  })
  serve(app, contract.startClaim, [starting], async ({ context }) => {
    const userId = await readUserId(auth, context.req.raw.headers)
    if (userId === null) throw new ServiceError('unauthenticated')
    const { url, token } = startClaim(services, userId)
    giveCookie(context, config, claimCookie, token, {
      // The player returns by a link on Steam's site; with Strict the browser would not send it.
      sameSite: 'Lax',
      maxAge: steamVisitSeconds,
    })
    return { url }
  })
  serve(app, contract.finishClaim, [leadToWallet, returning], async ({ context }) => {
    const outcome = await finishClaim(services, {
      userId: await readUserId(auth, context.req.raw.headers),
      // Good for one return from Steam, whatever its outcome.
      token: takeCookie(context, config, claimCookie),
      query: new URL(context.req.url).searchParams,
    })
    return context.redirect(walletAfter(outcome), 303)
  })
}

const leadToWallet = leadTo(() => walletAfter('unavailable'))

function walletAfter(outcome: ClaimOutcome): string {
  return `/wallet?claim=${outcome}`
}

const claimCookie = 'steam-claim'

/** What is kept about this browser and the account that is signed in: as a file, and its deletion. */
export function accountDataRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const limit = { requests: 10, windowSeconds: 600 }
  const reading = rateLimit(services, { name: 'read-own-data', ...limit })
  const deleting = rateLimit(services, { name: 'delete-own-data', ...limit })
  const identify = async (context: Context) => ({
    ...(await identifyBuyer(context, config, auth)),
    ...(await readMaker(context, auth)),
  })

  serve(app, contract.readOwnData, [reading], async ({ context }) => {
    const owner = await identify(context)
    const perks = await listHoldings(services, owner, new Date(0))
    const made = services.clock().toISOString()
    context.header(
      'content-disposition',
      `attachment; filename="my-data-${made.slice(0, 10)}.json"`,
    )
    const data = await readOwnData(services.database.db, owner)
    return { made, data: { ...data, perks: perks.map(({ view }) => view) } }
  })
  serve(app, contract.deleteOwnData, [deleting], async ({ context }) => {
    const deleted = await deleteOwnData(services, await identify(context))
    forgetBrowser(context, config)
    deleteCookie(context, auth.sessionCookieName, {
      path: '/',
      secure: config.publicOrigin.startsWith('https:'),
    })
    return deleted
  })
}
