import { createMiddleware } from 'hono/factory'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

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
