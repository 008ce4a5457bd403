import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { countRequest } from '../../services/rate-limit.ts'
import type { Services } from '../../services/context.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

export interface RateLimit {
  /** Names the counter; requests with the same name share it. */
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

/**
 * At most so many requests from one network address in a window, over all processes. The address is
 * that of the connection: `X-Forwarded-For` can be written by anybody.
 */
export function rateLimit(services: Services, limit: RateLimit) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const key = `${limit.name}:${clientAddress(context)}`
    const verdict = await countRequest(services, key, limit)
    if (!verdict.allowed) {
      return problem(context, 'rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    return next()
  })
}

function clientAddress(context: Context<HttpEnvironment>): string {
  return getConnInfo(context).remote.address ?? 'unknown'
}
