import { createMiddleware } from 'hono/factory'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

/**
 * Refuses a request whose host and path make no URL, such as one to the host `4294967296`: the
 * adapter lets it pass, and whoever reads the address later would break.
 */
export function readableAddress() {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (!URL.canParse(context.req.url)) return problem(context, 'malformed_request')
    return next()
  })
}
