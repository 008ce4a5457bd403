import { Hono, type Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Config } from '#server/config.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { isSameCode } from '#server/services/same-code.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

const thisMachine = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/
const hostOfThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
/** What proxies add, whichever it is: who asks through one is not on this machine. */
const headerOfProxies =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

type Printing = Pick<Metrics, 'print'>
type MayRead = (context: Context<HttpEnvironment>) => boolean

/**
 * `GET /metrics` beside everything else, as Prometheus reads it: for who knows METRICS_TOKEN. Without
 * one, a demo shows it to programs on this machine, and production to nobody: who comes through a proxy
 * on this machine that adds no header looks like one of its programs. To all others there is nothing at
 * this address, like at any that is none: a refusal would tell them to go on trying.
 */
export function metricsRoutes(
  { metricsToken: token, production }: Pick<Config, 'metricsToken' | 'production'>,
  metrics: Printing,
): Hono<HttpEnvironment> {
  if (token !== null) return routes(metrics, createTokenCheck(token))
  return routes(metrics, production ? () => false : isFromThisMachine)
}

/** What METRICS_PORT answers: nothing else is there, so no proxy leads to it. */
export function metricsPort(metrics: Printing): Hono<HttpEnvironment> {
  return routes(metrics, isFromThisMachine).notFound((context) => problem(context, 'not_found'))
}

function routes(metrics: Printing, mayRead: MayRead): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get('/metrics', async (context) => {
    if (!mayRead(context)) return problem(context, 'not_found')
    context.header('cache-control', 'no-store')
    context.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return context.body(await metrics.print())
  })
}

function createTokenCheck(token: string): MayRead {
  return (context) => isSameCode(context.req.header('authorization') ?? '', `Bearer ${token}`)
}

function isFromThisMachine(context: Context<HttpEnvironment>): boolean {
  if (!thisMachine.test(getConnInfo(context).remote.address ?? '')) return false
  if (!hostOfThisMachine.test(context.req.header('host') ?? '')) return false
  return Object.keys(context.req.header()).every((name) => !headerOfProxies.test(name))
}
