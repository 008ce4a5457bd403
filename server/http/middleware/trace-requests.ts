import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Metrics } from '#server/metrics/metrics.ts'
import { runTraced } from '#server/trace.ts'
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
