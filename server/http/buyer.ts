import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '#server/app/config.ts'
import type { Buyer } from '#server/services/context.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'

const yearSeconds = 365 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/

/**
 * The buyer: the browser, known by the secret in its httpOnly cookie, and the account when one is
 * signed in. The database stores only the secret's hash.
 */
export async function identifyBuyer(context: Context, config: Config, auth: Auth): Promise<Buyer> {
  const userId = await readUserId(auth, context.req.raw.headers)
  return { hash: identifyBrowser(context, config), userId }
}

/** The browser's hash; gives it the cookie when it has none. */
export function identifyBrowser(context: Context, config: Config): string {
  return hashSecret(buyerSecret(context, config))
}

/** The browser's hash when it already has its cookie; null for one that has bought nothing. */
export function findBrowser(context: Context, config: Config): string | null {
  const known = knownSecret(context, config)
  return known === null ? null : hashSecret(known)
}

/**
 * Gives the browser its cookie before its first call; otherwise two simultaneous first calls would
 * become two buyers.
 */
export function ensureGuestCookie(context: Context, config: Config): void {
  buyerSecret(context, config)
}

function buyerSecret(context: Context, config: Config): string {
  const known = knownSecret(context, config)
  if (known !== null) return known
  const secret = randomBytes(32).toString('base64url')
  setCookie(context, cookieName(config), secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: config.publicOrigin.startsWith('https:'),
    maxAge: yearSeconds,
  })
  return secret
}

function knownSecret(context: Context, config: Config): string | null {
  const known = getCookie(context, cookieName(config))
  return known && secretShape.test(known) ? known : null
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers accept it over https only. */
function cookieName({ publicOrigin }: Config): string {
  return publicOrigin.startsWith('https:') ? '__Host-buyer' : 'buyer'
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
