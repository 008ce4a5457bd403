import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

const largestBodyBytes = 256 * 1024
/** A picture of 5 MB as a data URL, which makes four bytes of three. */
const largestUploadBytes = 7 * 1024 * 1024

/** Where pictures are uploaded. */
export const uploadPath = '/api/admin/shop-items'

/** For everybody: nobody makes us read more, except where the limit for uploads stands. */
export function limitBody() {
  const limit = bodyLimit({ maxSize: largestBodyBytes })
  return createMiddleware<HttpEnvironment>((context, next) =>
    isSmall(context) || isUpload(context.req.path) ? next() : limit(context, next),
  )
}

/**
 * Whether its headers alone tell that a body is small: HTTP ends one at its length. Hono's limit asks
 * for the body itself, and every request that is asked so costs a third more.
 */
function isSmall({ req }: Context<HttpEnvironment>): boolean {
  if (req.header('transfer-encoding') !== undefined) return false
  return Number(req.header('content-length') ?? 0) <= largestBodyBytes
}

/** To be asked only after who asks is known to be an admin. */
export function limitUpload() {
  return bodyLimit({ maxSize: largestUploadBytes })
}

function isUpload(path: string): boolean {
  return path === uploadPath || path.startsWith(`${uploadPath}/`)
}

/** Every connection may send this much: with all that there can be, it is 100 MB. */
const smallBodyBytes = 8 * 1024
/**
 * A larger body is in memory until all of it is there: 8 MB of an address, 75 MB of all, at worst. Only
 * pictures of admins and some events of the payment providers are that large.
 */
const bodiesPerNetwork = 30
const bodiesInTotal = 300
const retryAfterSeconds = 5

/** At most so many large bodies at once, so that those that never end fill no memory. */
export function limitBodies(config: Pick<Config, 'trustedProxies'>) {
  const readNetworks = createClientNetworksReader(config)
  const acquireSlot = createConnectionLimiter({
    perNetwork: bodiesPerNetwork,
    total: bodiesInTotal,
  })
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { req } = context
    const isOpen = req.header('transfer-encoding') !== undefined
    if (!isOpen && Number(req.header('content-length') ?? 0) <= smallBodyBytes) return next()
    const releaseSlot = acquireSlot(readNetworks(context))
    if (!releaseSlot) return problem(context, 'rate_limited', { retryAfterSeconds })
    try {
      return await next()
    } finally {
      releaseSlot()
    }
  })
}
