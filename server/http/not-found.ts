import type { Context, Hono } from 'hono'
import type { HttpEnvironment } from './environment.ts'
import { problem } from './problem.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** 405 with `Allow` where another method has a route, else 404. */
export function createNotFoundHandler(app: Hono<HttpEnvironment>) {
  return (context: Context<HttpEnvironment>): Response => {
    const allowed = methods.filter((method) => hasRoute(app, method, context.req.path))
    if (allowed.length === 0) return problem(context, 'not_found')
    context.header('allow', allowed.map((method) => withHead(method)).join(', '))
    return problem(context, 'method_not_allowed')
  }
}

/** Middleware is there for all methods, and the last page answers whatever nobody else does. */
function hasRoute(app: Hono<HttpEnvironment>, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path)
  return matches.some(([[, route]]) => route.method === method && route.path !== '/*')
}

function withHead(method: string): string {
  return method === 'GET' ? 'GET, HEAD' : method
}
