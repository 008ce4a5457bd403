import { createMiddleware } from 'hono/factory'
import { countRequest, type ClientNetworks, type RateLimit } from '#server/services/rate-limit.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { createClientNetworksReader, isThisMachine } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

/**
 * Closes a call, until the window ends, to a network that was refused more often than `requests`,
 * over all processes. Who is served is not counted and waits for nothing. Nor is this machine
 * itself: it is a probe, or a proxy that carries many visitors.
 */
export function limitRefusals(services: Services, limit: RateLimit) {
  const readNetworks = createClientNetworksReader(services.config)
  /** In milliseconds since 1970, by network. */
  const closedUntil = new Map<string, number>()

  const secondsClosed = (network: string): number => {
    const until = closedUntil.get(network) ?? 0
    return Math.ceil((until - services.clock().getTime()) / 1000)
  }
  const count = async (networks: ClientNetworks): Promise<void> => {
    const verdict = await countRequest(services, limit, networks)
    if (verdict.allowed) return
    for (const known of closedUntil.keys()) {
      if (secondsClosed(known) <= 0) closedUntil.delete(known)
    }
    closedUntil.set(verdict.full, services.clock().getTime() + verdict.retryAfterSeconds * 1000)
  }
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    // Whose network it is costs time, and nearly always none is closed.
    const retryAfterSeconds =
      closedUntil.size === 0
        ? 0
        : Math.max(...readNetworks(context).map(({ name }) => secondsClosed(name)))
    if (retryAfterSeconds > 0) return problem(context, 'rate_limited', { retryAfterSeconds })
    await next()
    if (context.error instanceof Refusal) {
      const networks = readNetworks(context)
      if (!isThisMachine(networks)) await count(networks)
    }
    return undefined
  })
}
