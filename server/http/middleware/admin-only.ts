import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { recogniseAdmin, type Admin } from '#server/services/admin/recognise-admin.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { readUserId } from '#server/services/sign-in/read-session.ts'
import { readSessionSecret } from '#server/http/admin-cookies.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

/** Refuses everybody but admins, except where the code is entered. */
export function adminOnly(services: Services, auth: Auth) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { method, path } = context.req
    if (method === 'POST' && path === '/api/admin/session') return next()
    const admin = await recogniseAdmin(services, {
      // Without admins by Discord nobody's account matters.
      userId:
        services.config.adminDiscordIds.length === 0
          ? null
          : await readUserId(auth, context.req.raw.headers),
      secret: readSessionSecret(context, services.config),
    })
    if (!admin) throw new Refusal('forbidden')
    context.set('admin', admin)
    context.header('cache-control', 'no-store')
    return next()
  })
}

/** Who makes this request. A route that the middleware does not guard refuses everybody. */
export function adminOf(context: Context<HttpEnvironment>): Admin {
  const { admin } = context.var
  if (!admin) throw new Refusal('forbidden')
  return admin
}
