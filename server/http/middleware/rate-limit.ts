import { createMiddleware } from 'hono/factory'
import { countRequest, type RateLimit } from '#server/services/rate-limit.ts'
import type { Services } from '#server/services/context.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

/** At most so many requests from one network in a window, over all processes. */
export function rateLimit(services: Services, limit: RateLimit) {
  const readNetworks = createClientNetworksReader(services.config)
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const verdict = await countRequest(services, limit, readNetworks(context))
    if (!verdict.allowed) {
      return problem(context, 'rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    return next()
  })
}
