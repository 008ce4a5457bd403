import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { openAdminSession } from '#contract/staff.ts'
import type { Config } from '#server/app/config.ts'
import { giveCookie, readCookie, readSecret, removeCookie } from '#server/http/cookies.ts'
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
    const admin = await authenticateAdmin(services, {
      // The account only matters when admins sign in by Discord.
      userId:
        services.config.staffRoles.size === 0
          ? null
          : await readUserId(auth, context.req.raw.headers),
      secret: readSessionSecret(context, services.config),
    })
    if (!admin) throw new ServiceError('forbidden')
    context.set('admin', admin)
    return next()
  })
}

const yearSeconds = 365 * 24 * 60 * 60
const sessionCookie = 'admin'
const deviceCookie = 'admin-device'
/** Links and forms of other sites do not send them. */
const sameSite = 'Strict'

/** The secret of the browser's admin session; null when it is missing or malformed. */
export function readSessionSecret(context: Context, config: Config): string | null {
  return readSecret(context, config, sessionCookie)
}

/** Gives the browser its admin session for that many seconds. */
export function giveSessionSecret(
  context: Context,
  config: Config,
  secret: string,
  maxAge: number,
): void {
  giveCookie(context, config, sessionCookie, secret, { sameSite, maxAge })
}

export function takeSessionSecret(context: Context, config: Config): void {
  removeCookie(context, config, sessionCookie)
}

export function readDeviceToken(context: Context, config: Config): string | undefined {
  return readCookie(context, config, deviceCookie)
}

export function giveDeviceToken(context: Context, config: Config, token: string): void {
  giveCookie(context, config, deviceCookie, token, { sameSite, maxAge: yearSeconds })
}
