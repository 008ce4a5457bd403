import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Config } from '#server/app/config.ts'

/** Sets a cookie of ours: for this host alone, hidden from scripts, and over https never sent in the clear. */
export function giveCookie(
  context: Context,
  config: Config,
  name: string,
  value: string,
  options: Required<Pick<CookieOptions, 'sameSite' | 'maxAge'>>,
): void {
  setCookie(context, nameOnWire(config, name), value, {
    ...options,
    httpOnly: true,
    path: '/',
    secure: isHttps(config),
  })
}

export function readCookie(context: Context, config: Config, name: string): string | undefined {
  return getCookie(context, nameOnWire(config, name))
}

const secretShape = /^[\w-]{43}$/

/** A secret of 32 bytes in a cookie of ours; null when it is missing or malformed. */
export function readSecret(context: Context, config: Config, name: string): string | null {
  const secret = readCookie(context, config, name)
  return secret !== undefined && secretShape.test(secret) ? secret : null
}

/** Reads a cookie that is good for one request, and removes it. */
export function takeCookie(context: Context, config: Config, name: string): string | undefined {
  const value = readCookie(context, config, name)
  if (value !== undefined) removeCookie(context, config, name)
  return value
}

export function removeCookie(context: Context, config: Config, name: string): void {
  deleteCookie(context, nameOnWire(config, name), { path: '/', secure: isHttps(config) })
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers accept it over https only. */
function nameOnWire(config: Config, name: string): string {
  return isHttps(config) ? `__Host-${name}` : name
}

function isHttps({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
