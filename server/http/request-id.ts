import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import { createProxyRecogniser } from './client-address.ts'
import type { HttpEnvironment } from './environment.ts'

/** It goes into our log and to providers. */
const wellFormed = /^[\w-]{8,64}$/

/**
 * The id of a request: that of a trusted proxy, so that its log and ours speak of the same, else a
 * new one. A visitor's own is not taken: he could write himself into the trace of another request.
 */
export function createRequestIdReader(
  config: Pick<Config, 'trustedProxies'>,
): (context: Context<HttpEnvironment>) => string {
  if (config.trustedProxies.length === 0) return () => randomUUID()
  const isFromProxy = createProxyRecogniser(config)
  return (context) => {
    const told = context.req.header('x-request-id')
    if (told === undefined || !wellFormed.test(told) || !isFromProxy(context)) return randomUUID()
    return told
  }
}
