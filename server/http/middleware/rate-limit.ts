import { createMiddleware } from 'hono/factory'
import { countRequest } from '../../services/rate-limit.ts'
import type { Services } from '../../services/context.ts'
import { createClientNetworkReader } from '../client-address.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

export interface RateLimit {
  /** Names the counter; requests with the same name share it. */
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

/** At most so many requests from one network in a window, over all processes. */
export function rateLimit(services: Services, limit: RateLimit) {
  const readNetwork = createClientNetworkReader(services.config)
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const key = `${limit.name}:${readNetwork(context)}`
    const verdict = await countRequest(services, key, limit)
    if (!verdict.allowed) {
      return problem(context, 'rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    return next()
  })
}
