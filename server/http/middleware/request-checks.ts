import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { finishClaim, finishFillIn, finishSignIn } from '#contract/accounts.ts'
import { listAdapters } from '#contract/admin-perks.ts'
import { streamEvents } from '#contract/events.ts'
import { readPriority } from '#contract/operations.ts'
import { readSession } from '#contract/session.ts'
import { exportShop } from '#contract/shop-archive.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** `none` is a typed address or a bookmark. Clients that are not browsers send no header. */
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/**
 * Refuses requests that another site's page makes with our visitor's cookies. Browsers send `Origin`
 * with every such request; where an extension or an unusual browser omits it, `Sec-Fetch-Site` gives the
 * same answer, and no page can set it. A client with neither header has no cookies of others to misuse.
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
 * Redirects pages opened under another name of this machine (`localhost` for `127.0.0.1`) to the public
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
 * Refuses a request whose host and path do not form a URL, such as one to the host `4294967296`:
 * the adapter lets it pass, and later readers of the address would throw.
 */
export function refuseUnreadableAddress() {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (!URL.canParse(context.req.url)) return problem(context, 'malformed_request')
    return next()
  })
}

/**
 * Paths whose GET writes something or never ends. Hono answers HEAD by running the GET and dropping
 * its body, so these answer HEAD with 405. A test finds a writing path that is missing here.
 */
export const pathsWithoutHead: ReadonlySet<string> = new Set([
  // It requests new comparisons of what is not switched on.
  listAdapters.path,
  // It writes to the log, and reads all that there is.
  exportShop.path,
  finishSignIn.path,
  // A stream that nobody reads would keep its slot.
  streamEvents.path,
  // It notes what the game's machine has.
  readPriority.path,
  // It renews the session once a day.
  readSession.path,
  finishClaim.path,
  finishFillIn.path,
])

/** Runs HEAD like a GET whose reader leaves at once, and releases what it holds. */
export function answerHeadRequests() {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (context.req.method !== 'HEAD') return next()
    if (pathsWithoutHead.has(context.req.path)) return context.notFound()
    await next()
    // Nobody will read the body; cancelling releases what it holds.
    await context.res.body?.cancel()
    return undefined
  })
}
