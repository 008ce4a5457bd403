import { createMiddleware } from 'hono/factory'
import { claimCallbackPath } from '#server/services/steam-claims/claim-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

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
