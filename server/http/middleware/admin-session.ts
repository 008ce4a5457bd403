import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { openAdminSession } from '#contract/staff.ts'
import type { Config } from '#server/app/config.ts'
import { readSecret } from '#server/http/cookies.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { authenticateAdmin } from '#server/services/staff/authenticate-admin.ts'

/** Refuses everybody but admins, except where the access code is entered. */
export function adminOnly(services: Services, auth: Auth) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { method, path } = context.req
    if (method === openAdminSession.method && path === openAdminSession.path) return next()
    const userId = await readUserId(auth, context.req.raw.headers)
    const admin = await readAdmin(services, context, userId)
    if (!admin) throw new ServiceError('forbidden')
    context.set('admin', admin)
    return next()
  })
}

/** The admin of a request by this account or nobody; null for everybody else. */
export function readAdmin(services: Services, context: Context, userId: string | null) {
  return authenticateAdmin(services, {
    userId,
    secret: readSessionSecret(context, services.config),
  })
}

export const sessionCookie = 'admin'

/** The secret of the browser's admin session; null when it is missing or malformed. */
export function readSessionSecret(context: Context, config: Config): string | null {
  return readSecret(context, config, sessionCookie)
}
