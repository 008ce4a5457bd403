import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

/**
 * Leads pages asked for by another name of this machine (`localhost` for `127.0.0.1`) to the public
 * origin. Cookies and sign-in belong to one origin: under the other name nothing could be bought.
 */
export function leadAliasesHome({
  publicOrigin,
  loopbackAliases,
}: Pick<Config, 'publicOrigin' | 'loopbackAliases'>) {
  const aliases = new Set(loopbackAliases)
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const isPage = context.req.header('accept')?.includes('text/html') ?? false
    if (!isPage || !aliases.has(context.req.header('host') ?? '')) return next()
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(`${publicOrigin}${pathname}${search}`, 307)
  })
}
