import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { authenticateAdmin, type Admin } from '#server/services/staff/authenticate-admin.ts'

/** Refuses everybody but admins, except where the access code is entered. */
export function adminOnly(services: Services, auth: Auth) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const { method, path } = context.req
    if (method === 'POST' && path === '/api/admin/session') return next()
    const admin = await authenticateAdmin(services, {
      // The account only matters when admins sign in by Discord.
      userId:
        services.config.adminDiscordIds.length === 0
          ? null
          : await readUserId(auth, context.req.raw.headers),
      secret: readSessionSecret(context, services.config),
    })
    if (!admin) throw new ServiceError('forbidden')
    context.set('admin', admin)
    context.header('cache-control', 'no-store')
    return next()
  })
}

/** The admin who makes this request. Throws on a route without `adminOnly`. */
export function adminOf(context: Context<HttpEnvironment>): Admin {
  const { admin } = context.var
  if (!admin) throw new ServiceError('forbidden')
  return admin
}

const yearSeconds = 365 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/

/** The secret of the browser's admin session; null when it is missing or malformed. */
export function readSessionSecret(context: Context, config: Config): string | null {
  const secret = getCookie(context, cookieName(config, 'admin'))
  return secret !== undefined && secretShape.test(secret) ? secret : null
}

/** Gives the browser its admin session for that many seconds. */
export function giveSessionSecret(
  context: Context,
  config: Config,
  secret: string,
  seconds: number,
): void {
  setCookie(context, cookieName(config, 'admin'), secret, cookieOptions(config, seconds))
}

export function takeSessionSecret(context: Context, config: Config): void {
  const { secure, path } = cookieOptions(config, 0)
  deleteCookie(context, cookieName(config, 'admin'), { secure, path })
}

export function readDeviceToken(context: Context, config: Config): string | undefined {
  return getCookie(context, cookieName(config, 'admin-device'))
}

export function giveDeviceToken(context: Context, config: Config, token: string): void {
  setCookie(context, cookieName(config, 'admin-device'), token, cookieOptions(config, yearSeconds))
}

/** Scripts cannot read it, and links or forms of other sites do not send it. */
function cookieOptions(config: Config, maxAge: number) {
  return {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: isHttps(config),
    maxAge,
  } as const satisfies CookieOptions
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers accept it over https only. */
function cookieName(config: Config, name: string): string {
  return isHttps(config) ? `__Host-${name}` : name
}

function isHttps({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
