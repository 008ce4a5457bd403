import type { MiddlewareHandler } from 'hono'
import type { SandboxEnv } from './stand-in.ts'

const loopbackHost = /^(127\.0\.0\.1|localhost)(:\d+)?$/

/**
 * Lets only the sandbox's own pages and programs through. A browser names the page that asks in
 * `Origin`, and another name that leads to this machine (DNS rebinding) in `Host`: without this any
 * website open beside the sandbox could press its switches.
 */
export const refuseForeign: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin')
  const isOwn = loopbackHost.test(host) && (origin === undefined || origin === `http://${host}`)
  if (isOwn) return next()
  return c.json({ errors: [{ path: '', message: 'only for pages of the sandbox itself' }] }, 403)
}
