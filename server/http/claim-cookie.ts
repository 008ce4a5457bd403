import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Config } from '#server/config.ts'
import { claimStateSeconds } from '#server/services/steam-claims/claim-state.ts'

export function giveClaimToken(context: Context, config: Config, token: string): void {
  setCookie(context, cookieName(config), token, {
    httpOnly: true,
    // The way back is a link on Steam's site; with Strict the browser would leave it at home.
    sameSite: 'Lax',
    path: '/',
    secure: isHttps(config),
    maxAge: claimStateSeconds,
  })
}

/** It counts for one return from Steam, however that ends. */
export function takeClaimToken(context: Context, config: Config): string | undefined {
  const name = cookieName(config)
  const token = getCookie(context, name)
  if (token !== undefined) deleteCookie(context, name, { path: '/', secure: isHttps(config) })
  return token
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers take it over https only. */
function cookieName(config: Config): string {
  return isHttps(config) ? '__Host-steam-claim' : 'steam-claim'
}

function isHttps({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
