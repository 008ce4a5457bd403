import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Config } from '#server/app/config.ts'
import { traceStorage } from '#server/app/logging.ts'
import type { Metrics } from '#server/app/metrics.ts'
import { isFromProxy } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

interface Tracing {
  readonly config: Pick<Config, 'trustedProxies'>
  readonly log: Logger
  readonly metrics: Metrics
  /** Gives a request's route a name from a limited set. */
  readonly nameRoute: (pattern: string) => string
  readonly isStopping: () => boolean
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Gives each request an id that its answer, its log lines and its provider calls carry. Counts the
 * request and logs its end, without address, query, names or anything else personal.
 */
export function traceRequests({ config, log, metrics, nameRoute, isStopping }: Tracing) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const requestId = readRequestId(config, context)
    context.set('requestId', requestId)
    context.header('x-request-id', requestId)
    const startedAt = performance.now()
    metrics.requestsInProgress.inc()
    await traceStorage.run({ requestId }, next)
    metrics.requestsInProgress.dec()
    const milliseconds = performance.now() - startedAt
    // Clients that are answered during the stop open their next connection elsewhere.
    if (isStopping()) context.header('connection', 'close')
    const { status } = context.res
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    // The path of the last handler that ran: it gave the answer.
    const route = nameRoute(routePath(context))
    metrics.countRequest({ method, route, status, seconds: milliseconds / 1000 })
    const isRoutine = context.var.isRoutine ?? readingMethods.has(method)
    log[levelOf(isRoutine, status)](
      { requestId, method, route, status, milliseconds: Math.round(milliseconds * 10) / 10 },
      'request',
    )
  })
}

/** Successful reads are logged as debug; changes and refusals are worth a line. */
function levelOf(isRoutine: boolean, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 500) return 'error'
  if (status > 500 || status === 429) return 'warn'
  return isRoutine && status < 400 ? 'debug' : 'info'
}

/** The id enters our log and goes to providers. */
const wellFormed = /^[\w-]{8,64}$/

/**
 * The id of a request: a trusted proxy's own, so that both logs match, otherwise a new one. A
 * visitor's id is ignored: they could write themselves into the trace of another request.
 */
function readRequestId(config: Tracing['config'], context: Context<HttpEnvironment>): string {
  const given = context.req.header('x-request-id')
  const isTrusted = given !== undefined && wellFormed.test(given) && isFromProxy(config, context)
  return isTrusted ? given : randomUUID()
}

/**
 * Names the routes of an app for metrics and log; call it once all routes exist. Pages and their
 * files share one name: there are hundreds, and their paths change with each build.
 */
export function nameRoutes(
  app: Hono<HttpEnvironment>,
  pages: Hono<HttpEnvironment>,
): (pattern: string) => string {
  let known: ReadonlySet<string> | null = null
  return (pattern) => {
    if (pattern === '/*') return 'none'
    known ??= new Set(pathsOf(app).filter((path) => !pathsOf(pages).includes(path)))
    return known.has(pattern) ? pattern : 'pages'
  }
}

function pathsOf({ routes }: Hono<HttpEnvironment>): readonly string[] {
  return routes.map(({ path }) => path)
}
