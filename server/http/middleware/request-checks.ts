import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { claimCallbackPath } from '#server/services/accounts/steam-claims.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** `none`: typed or from a bookmark. Programs that are no browser say nothing. */
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/**
 * Refuses requests that another site's page makes with our visitor's cookies. Browsers send `Origin`
 * with every such request; where an extension or an odd browser leaves it out, `Sec-Fetch-Site` says
 * the same, which no page can set. A client with neither has no foreign cookies to misuse.
 */
export function ownOrigin(publicOrigin: string) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (safeMethods.has(context.req.method)) return next()
    const origin = context.req.header('origin')
    const isOwn =
      origin === undefined
        ? ownSites.has(context.req.header('sec-fetch-site'))
        : origin === publicOrigin
    return isOwn ? next() : problem(context, 'foreign_origin')
  })
}

/**
 * Leads pages asked for by another name of this machine (`localhost` for `127.0.0.1`) to the public
 * origin. Cookies and sign-in belong to one origin: under the other name nothing could be bought.
 */
export function redirectToCanonicalHost({
  publicOrigin,
  loopbackAliases,
}: Pick<Config, 'publicOrigin' | 'loopbackAliases'>) {
  const aliases = new Set(loopbackAliases)
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const isPage = context.req.header('accept')?.includes('text/html') ?? false
    if (!isPage || !aliases.has(context.req.header('host') ?? '')) return next()
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(`${publicOrigin}${pathname}${search}`, 307)
  })
}

/**
 * Refuses a request whose host and path make no URL, such as one to the host `4294967296`: the
 * adapter lets it pass, and whoever reads the address later would break.
 */
export function readableAddress() {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (!URL.canParse(context.req.url)) return problem(context, 'malformed_request')
    return next()
  })
}

/**
 * Whose GET writes something, or does not end by itself. Hono answers HEAD by running the GET and
 * dropping its body, so these have no HEAD: 405. A test finds what writes and is missing here.
 */
export const pathsWithoutHead: ReadonlySet<string> = new Set([
  '/api/auth/callback/discord',
  // A stream whose reader never comes would keep its place.
  '/api/events',
  // Once a day it renews the session.
  '/api/session',
  claimCallbackPath,
])

/** HEAD does no more than GET would for a reader who leaves at once, and keeps nothing. */
export function headRequests() {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (context.req.method !== 'HEAD') return next()
    if (pathsWithoutHead.has(context.req.path)) return context.notFound()
    await next()
    // Nobody will read it: what it holds comes back.
    await context.res.body?.cancel()
    return undefined
  })
}
