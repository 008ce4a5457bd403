import type { MiddlewareHandler } from 'hono'
import type { SandboxEnv } from './fake-provider.ts'

const loopbackHost = /^(127\.0\.0\.1|localhost)(:\d+)?$/

/**
 * Admits only the sandbox's own pages, and programs. A browser names the requesting page in
 * `Origin`, and a foreign name that resolves to this machine (DNS rebinding) in `Host`: without
 * this check any website open beside the sandbox could use its controls.
 */
export const refuseForeign: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin')
  const isOwn = loopbackHost.test(host) && (origin === undefined || origin === `http://${host}`)
  if (isOwn) return next()
  return c.json({ errors: [{ path: '', message: 'only for pages of the sandbox itself' }] }, 403)
}
