import { setTimeout as sleep } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { readClientNetworks, readVisitorNetworks } from '#server/http/client-address.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import type { Services } from '#server/services/context.ts'
import {
  countRequest,
  requireAllowed,
  type ClientNetworks,
  type Counted,
  type RateLimit,
} from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** Allows a network so many requests in a window, counted over all processes. */
export function rateLimit(services: Services, limit: RateLimit) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const networks = readClientNetworks(services.config, context)
    requireAllowed(await countRequest(services, limit, networks))
    return next()
  })
}

/**
 * Closes a route until the window ends for a network that was refused more than `requests` times,
 * counted over all processes. Successful requests are not counted and wait for nothing. This
 * machine is never counted: it may be a probe or a proxy that carries many visitors.
 */
export function limitRefusals(services: Services, limit: RateLimit) {
  const { config } = services
  /** When each closed network may return, in milliseconds since 1970. */
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
    // Reading the client's networks takes time, and there is almost never a closed one.
    const retryAfterSeconds =
      closedUntil.size === 0
        ? 0
        : Math.max(...readClientNetworks(config, context).map(({ name }) => secondsClosed(name)))
    if (retryAfterSeconds > 0) return problem(context, 'rate_limited', { retryAfterSeconds })
    await next()
    const networks =
      context.error instanceof ServiceError ? readVisitorNetworks(config, context) : null
    if (networks) await count(networks)
    return undefined
  })
}

/**
 * For routes that only read: each process gives a network its allowance and counts in memory,
 * because counting in the database would cost as much as the work it protects. This machine is not
 * counted: it may be a probe or a proxy that carries many visitors.
 */
export function limitCalls({ config }: Pick<Services, 'config'>, allowance: TokenBucket) {
  const spend = createTokenBuckets(allowance, () => performance.now())
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const networks = readVisitorNetworks(config, context)
    const retryAfterSeconds = networks ? spend(networks) : 0
    if (retryAfterSeconds > 0) return problem(context, 'rate_limited', { retryAfterSeconds })
    return next()
  })
}

/**
 * For routes whose requests wait for each other's locks: each process works on so many of a network at
 * once, so that the others find a connection to the database. Some more wait for their turn, for less
 * time than a page waits for its answer: buyers may share an address.
 */
export function limitAtOnce(
  { config }: Pick<Services, 'config'>,
  { perNetwork, waiting }: { readonly perNetwork: number; readonly waiting: number },
) {
  const acquirePlace = createConnectionLimiter({
    perNetwork: perNetwork + waiting,
    total: Infinity,
  })
  const acquireSlot = createConnectionLimiter({ perNetwork, total: Infinity })
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const networks = readClientNetworks(config, context)
    const leave = acquirePlace(networks)
    const release = leave && (await waitForSlot(() => acquireSlot(networks)))
    try {
      if (!release) return problem(context, 'rate_limited', { retryAfterSeconds: 1 })
      await next()
      return undefined
    } finally {
      release?.()
      leave?.()
    }
  })
}

/** Returns null when none was free for eight seconds. */
async function waitForSlot(acquire: () => (() => void) | null): Promise<(() => void) | null> {
  for (let tries = 0; tries < 160; tries += 1) {
    const release = acquire()
    if (release) return release
    await sleep(50)
  }
  return null
}

interface TokenBucket {
  /** How many at once. */
  readonly burst: number
  /** How many in the long run. */
  readonly perSecond: number
}

/** Beyond this many networks the oldest are forgotten and start anew; the map takes some megabytes. */
const maxNetworks = 20_000

/**
 * Spends one token from the bucket of each of a visitor's networks, or from none. Returns 0, or the
 * seconds until the next token. `now` is in milliseconds of a monotonic clock.
 */
export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  now: () => number,
): (networks: ClientNetworks) => number {
  const costMilliseconds = 1000 / perSecond
  const fullAfterMilliseconds = burst * costMilliseconds
  /** When each network's bucket will be full again. */
  const fullAgainAt = new LRUCache<string, number>({ max: maxNetworks })
  /** A wider network, which has a larger allowance, gets it back sooner as well. */
  const spentUntil = ({ name, factor }: Counted): number =>
    Math.max(fullAgainAt.get(name) ?? 0, now()) + costMilliseconds / factor

  return (networks) => {
    const missingMilliseconds =
      Math.max(...networks.map(spentUntil)) - now() - fullAfterMilliseconds
    if (missingMilliseconds > 0) return Math.ceil(missingMilliseconds / 1000)
    for (const network of networks) fullAgainAt.set(network.name, spentUntil(network))
    return 0
  }
}
