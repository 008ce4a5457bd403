import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { sql } from 'kysely'
import * as contract from '#contract/operations.ts'
import { languages } from '#contract/language.ts'
import type { Config } from '#server/app/config.ts'
import type { Metrics } from '#server/app/metrics.ts'
import type { Database } from '#server/db/database.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { isSameCode } from '#server/services/access-codes.ts'
import type { Services } from '#server/services/context.ts'

/**
 * `healthz`: the process runs. `readyz`: it can serve visitors, which needs the database, and is
 * not stopping.
 */
export function healthRoutes({ db }: Database, isStopping: () => boolean): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get(contract.readHealth.path, (context) => context.text('ok'))
    .get(contract.readReadiness.path, async (context) => {
      if (isStopping()) return problem(context, 'database_unavailable', { retryAfterSeconds: 2 })
      try {
        await sql`select 1`.execute(db)
        return context.text('ready')
      } catch {
        return problem(context, 'database_unavailable', { retryAfterSeconds: 2 })
      }
    })
}

const thisMachine = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/
const hostOfThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
/** Headers that any proxy adds; a request with one does not come from a program on this machine. */
const headerOfProxies =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

type Printing = Pick<Metrics, 'print'>
type MayRead = (context: Context<HttpEnvironment>) => boolean

/**
 * `GET /metrics` next to the other routes, for holders of METRICS_TOKEN. Without a token a demo
 * shows them to programs on this machine, and production to nobody: a proxy on this machine that
 * adds no header looks like a local program. Everybody else gets 404, because a refusal would
 * invite them to keep trying.
 */
export function metricsRoutes(
  { metricsToken: token, production }: Pick<Config, 'metricsToken' | 'production'>,
  metrics: Printing,
): Hono<HttpEnvironment> {
  if (token === null) return routes(metrics, production ? () => false : isFromThisMachine)
  return routes(metrics, ({ req }) =>
    isSameCode(req.header('authorization') ?? '', `Bearer ${token}`),
  )
}

/** The app of METRICS_PORT: it has nothing else, so no proxy leads to it. */
export function metricsPort(metrics: Printing): Hono<HttpEnvironment> {
  return routes(metrics, isFromThisMachine).notFound((context) => problem(context, 'not_found'))
}

function routes(metrics: Printing, mayRead: MayRead): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get(contract.readMetrics.path, async (context) => {
    if (!mayRead(context)) return problem(context, 'not_found')
    context.header('cache-control', 'no-store')
    context.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return context.body(await metrics.print())
  })
}

function isFromThisMachine(context: Context<HttpEnvironment>): boolean {
  if (!thisMachine.test(getConnInfo(context).remote.address ?? '')) return false
  if (!hostOfThisMachine.test(context.req.header('host') ?? '')) return false
  return Object.keys(context.req.header()).every((name) => !headerOfProxies.test(name))
}

const { path } = contract.readSecurityTxt
/** Each answer is made anew, so it is valid for this long after any request. The RFC wants less than a year. */
const goodForDays = 180

/** Where to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxtRoutes({
  config,
  clock,
  site,
}: Pick<Services, 'config' | 'clock' | 'site'>): Hono<HttpEnvironment> {
  const address = config.publicOrigin + path
  return new Hono<HttpEnvironment>().get(path, (context) => {
    const { brand, discordInviteUrl } = site.current().community
    const expires = new Date(clock().getTime() + goodForDays * 24 * 60 * 60 * 1000)
    context.header('cache-control', 'public, max-age=3600')
    return context.text(
      `# Found a hole? Tell a member of the staff of ${brand} in private, on the Discord below,
# before you tell anybody else; never in a public channel. Do not try it on other players' data or
# money, and do not flood the site. What touches money or identity is mended first, and we tell you
# when it is mended.
Contact: ${discordInviteUrl}
Expires: ${expires.toISOString()}
Preferred-Languages: ${languages.join(', ')}
Canonical: ${address}
Policy: ${address}
`,
    )
  })
}
