import { createMiddleware } from 'hono/factory'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site's page makes with our visitor's cookies. Browsers send `Origin`
 * with every such request; a client without one has no foreign cookies to misuse.
 */
export function ownOrigin(publicOrigin: string) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const origin = context.req.header('origin')
    const foreign = origin !== undefined && origin !== publicOrigin
    if (foreign && !safeMethods.has(context.req.method)) return problem(context, 'foreign_origin')
    return next()
  })
}
