import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Config } from '#server/app/config.ts'
import { runTraced } from '#server/app/logging.ts'
import type { Metrics } from '#server/app/metrics.ts'
import { createProxyRecogniser } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

interface Tracing {
  readonly log: Logger
  readonly metrics: Metrics
  readonly readRequestId: (context: Context<HttpEnvironment>) => string
  /** The name of a request's route, of a limited number. */
  readonly nameRoute: (pattern: string) => string
  readonly isStopping: () => boolean
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Gives each request an id, which its answer, its lines in the log and its questions to providers
 * carry; counts it, and says at its end how it went: without address, query, names or any other
 * thing that is a person's.
 */
export function traceRequests({ log, metrics, readRequestId, nameRoute, isStopping }: Tracing) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const requestId = readRequestId(context)
    context.set('requestId', requestId)
    context.header('x-request-id', requestId)
    const startedAt = performance.now()
    metrics.requestsInProgress.inc()
    await runTraced({ requestId }, next)
    metrics.requestsInProgress.dec()
    const milliseconds = performance.now() - startedAt
    // Whom we answer while we stop goes elsewhere with the next one.
    if (isStopping()) context.header('connection', 'close')
    const { status } = context.res
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    // That of the last one who was asked: he has answered.
    const route = nameRoute(routePath(context))
    metrics.countRequest({ method, route, status, seconds: milliseconds / 1000 })
    log[levelOf(method, status)](
      { requestId, method, route, status, milliseconds: Math.round(milliseconds * 10) / 10 },
      'request',
    )
  })
}

/** What was read without trouble is no news; what was changed or refused is. */
function levelOf(method: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 500) return 'error'
  if (status > 500 || status === 429) return 'warn'
  return readingMethods.has(method) && status < 400 ? 'debug' : 'info'
}

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
