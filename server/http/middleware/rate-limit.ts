import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { createClientNetworksReader, isThisMachine } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import type { Services } from '#server/services/context.ts'
import {
  countRequest,
  type ClientNetworks,
  type Counted,
  type RateLimit,
} from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'

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
    if (context.error instanceof ServiceError) {
      const networks = readNetworks(context)
      if (!isThisMachine(networks)) await count(networks)
    }
    return undefined
  })
}

/**
 * For calls that only read: one network has its allowance in each process, counted in its memory,
 * because a count in the database would cost as much as what it protects. This machine itself is not
 * counted: it is a probe, or a proxy that carries many visitors.
 */
export function limitCalls({ config }: Pick<Services, 'config'>, allowance: TokenBucket) {
  const readNetworks = createClientNetworksReader(config)
  const spend = createTokenBuckets(allowance, () => performance.now())
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const networks = readNetworks(context)
    const retryAfterSeconds = isThisMachine(networks) ? 0 : spend(networks)
    if (retryAfterSeconds > 0) return problem(context, 'rate_limited', { retryAfterSeconds })
    return next()
  })
}

interface TokenBucket {
  /** So many at once. */
  readonly burst: number
  /** So many in the long run. */
  readonly perSecond: number
}

/** More networks than this are not told apart from new ones; it is some megabytes. */
const mostNetworks = 20_000

/**
 * Spends one of the allowance of each of a visitor's networks, or of none. Answers 0, or after how
 * many seconds the next one is there. `now` is in milliseconds of a clock that never jumps.
 */
export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  now: () => number,
): (networks: ClientNetworks) => number {
  const costMilliseconds = 1000 / perSecond
  const fullAfterMilliseconds = burst * costMilliseconds
  /** When each network will have its whole allowance again. */
  const wholeAgainAt = new LRUCache<string, number>({ max: mostNetworks })
  /** A wider network, which has a larger allowance, gets it back sooner as well. */
  const spentUntil = ({ name, factor }: Counted): number =>
    Math.max(wholeAgainAt.get(name) ?? 0, now()) + costMilliseconds / factor

  return (networks) => {
    const missingMilliseconds =
      Math.max(...networks.map(spentUntil)) - now() - fullAfterMilliseconds
    if (missingMilliseconds > 0) return Math.ceil(missingMilliseconds / 1000)
    for (const network of networks) wholeAgainAt.set(network.name, spentUntil(network))
    return 0
  }
}
