import { createMiddleware } from 'hono/factory'
import type { Services } from '#server/services/context.ts'
import { createClientNetworksReader, isThisMachine } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { createAllowances, type Allowance } from './allowances.ts'

/**
 * For calls that only read: one network has its allowance in each process, counted in its memory,
 * because a count in the database would cost as much as what it protects. This machine itself is not
 * counted: it is a probe, or a proxy that carries many visitors.
 */
export function limitCalls({ config }: Pick<Services, 'config'>, allowance: Allowance) {
  const readNetworks = createClientNetworksReader(config)
  const spend = createAllowances(allowance, () => performance.now())
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const networks = readNetworks(context)
    const retryAfterSeconds = isThisMachine(networks) ? 0 : spend(networks)
    if (retryAfterSeconds > 0) return problem(context, 'rate_limited', { retryAfterSeconds })
    return next()
  })
}
