import type { Context, Hono } from 'hono'
import type { HttpEnvironment } from './environment.ts'
import { pathsWithoutHead } from './middleware/head-requests.ts'
import { problem } from './problem.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** 405 with `Allow` where another method has a route, else 404. */
export function createNotFoundHandler(app: Hono<HttpEnvironment>) {
  return (context: Context<HttpEnvironment>): Response => {
    const { path } = context.req
    const allowed = methods
      .filter((method) => hasRoute(app, method, path))
      .flatMap((method) =>
        method === 'GET' && !pathsWithoutHead.has(path) ? [method, 'HEAD'] : method,
      )
    if (allowed.length === 0) return problem(context, 'not_found')
    context.header('allow', allowed.join(', '))
    return problem(context, 'method_not_allowed')
  }
}

/** Middleware is there for all methods, and the last page answers whatever nobody else does. */
function hasRoute(app: Hono<HttpEnvironment>, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path)
  return matches.some(([[, route]]) => route.method === method && route.path !== '/*')
}
