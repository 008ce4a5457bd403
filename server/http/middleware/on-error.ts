import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import { Refusal } from '../../services/refusal.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

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
    log.error({ err: error }, 'request failed')
    return problem(context, 'internal_error')
  }
}
