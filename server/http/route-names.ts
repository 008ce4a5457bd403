import type { Hono } from 'hono'
import type { HttpEnvironment } from './environment.ts'

/**
 * Names the routes of an app for metrics and log, to be asked once all of them are there. Pages and
 * their files are one name: they are hundreds, and their own paths change with each build.
 */
export function nameRoutes(
  app: Hono<HttpEnvironment>,
  pages: Hono<HttpEnvironment>,
): (pattern: string) => string {
  let known: ReadonlySet<string> | null = null
  return (pattern) => {
    known ??= findOwnPatterns(app, pages)
    if (known.has(pattern)) return pattern
    return pattern === '/*' ? 'none' : 'pages'
  }
}

function findOwnPatterns(
  app: Hono<HttpEnvironment>,
  pages: Hono<HttpEnvironment>,
): ReadonlySet<string> {
  const ofPages = new Set(pages.routes.map(({ path }) => path))
  const own = app.routes.map(({ path }) => path)
  return new Set(own.filter((path) => path !== '/*' && !ofPages.has(path)))
}
