import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

/**
 * As nginx counts it: nobody is there to read an answer, and neither our faults (5xx) nor forged
 * webhooks (400) may look more than they are.
 */
const clientClosedRequest = 499

/** The one place where an exception becomes an answer. Nothing of its text leaves the server. */
export function createErrorHandler(log: Logger) {
  return (error: Error, context: Context<HttpEnvironment>): Response => {
    if (error instanceof Refusal) return problem(context, error.code, error.extra)
    if (error instanceof HTTPException && error.status === 413) {
      // The rest of the body is not read, so nothing else can follow on this connection.
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
 * Whether the connection ended, or was ended because of garbage or slowness, in the middle of the
 * request: whoever reads its body then fails, in one of several ways.
 */
function hasClientLeft({ env: { incoming } }: Context<HttpEnvironment>): boolean {
  return incoming.destroyed && !incoming.complete
}
