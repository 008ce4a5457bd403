import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/config.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { createPlaces } from '#server/http/places.ts'
import { problem } from '#server/http/problem.ts'

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
  const takePlace = createPlaces({ perNetwork: bodiesPerNetwork, total: bodiesInTotal })
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { req } = context
    const isOpen = req.header('transfer-encoding') !== undefined
    if (!isOpen && Number(req.header('content-length') ?? 0) <= smallBodyBytes) return next()
    const giveBack = takePlace(readNetworks(context))
    if (!giveBack) return problem(context, 'rate_limited', { retryAfterSeconds })
    try {
      return await next()
    } finally {
      giveBack()
    }
  })
}
