import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { pathsWithoutHead } from './request-checks.ts'

/**
 * nginx's code for a client that left. Nobody reads the answer, but in the metrics it must not look
 * like our fault (5xx) or a forged webhook (400).
 */
const clientClosedRequest = 499

/** The one place where an exception becomes an answer. Its text never leaves the server. */
export function createErrorHandler(log: Logger) {
  return (error: Error, context: Context<HttpEnvironment>): Response => {
    if (error instanceof ServiceError) return problem(context, error.code, error.extra)
    if (error instanceof HTTPException && error.status === 413) {
      // What is left of this body without a length stays unread, so the connection cannot be reused.
      context.header('connection', 'close')
      return problem(context, 'body_too_large')
    }
    if (isDatabaseUnavailable(error)) {
      log.warn({ err: error }, 'database unavailable')
      return problem(context, 'database_unavailable', { retryAfterSeconds: 2 })
    }
    if (hasClientLeft(context)) {
      log.info({ err: error }, 'client left before its body was whole')
      return new Response(null, { status: clientClosedRequest })
    }
    log.error({ err: error }, 'request failed')
    return problem(context, 'internal_error')
  }
}

/**
 * Whether the client's connection ended in the middle of the request, also when the server cut it
 * for garbage or slowness. Reading the body then fails in one of several ways.
 */
function hasClientLeft({ env: { incoming } }: Context<HttpEnvironment>): boolean {
  return incoming.destroyed && !incoming.complete
}

/** Where players return to from another site: every failure leads to a page, which explains it. */
export function leadTo(pageAfter: (status: number) => string, redirect: 302 | 303 = 303) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    await next()
    const { status } = context.res
    if (status < 400) return
    context.header('content-type', undefined)
    context.res = context.redirect(pageAfter(status), redirect)
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers 405 with `Allow` where another method has a route, otherwise 404. */
export function createNotFoundHandler(app: Hono<HttpEnvironment>) {
  return (context: Context<HttpEnvironment>): Response => {
    const { path } = context.req
    const allowed = methods
      .filter((method) => hasRoute(app, method, path))
      .flatMap((method) =>
        method === 'GET' && !pathsWithoutHead.has(path) ? [method, 'HEAD'] : method,
      )
    if (allowed.length === 0) return problem(context, 'not_found')
    context.header('allow', allowed.join(', '))
    return problem(context, 'method_not_allowed')
  }
}

/** Ignores middleware, which matches all methods, and the catch-all of the pages. */
function hasRoute(app: Hono<HttpEnvironment>, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path)
  return matches.some(([[, route]]) => route.method === method && route.path !== '/*')
}
