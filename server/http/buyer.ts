import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Config } from '#server/app/config.ts'
import type { Buyer } from '#server/services/context.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import { giveCookie, readSecret, removeCookie } from './cookies.ts'

const yearSeconds = 365 * 24 * 60 * 60
const cookie = 'buyer'

/**
 * The buyer: the browser, known by the secret in its httpOnly cookie, and the account when one is
 * signed in. The database stores only the secret's hash.
 */
export async function identifyBuyer(context: Context, config: Config, auth: Auth): Promise<Buyer> {
  const userId = await readUserId(auth, context.req.raw.headers)
  return { hash: hashSecret(ensureGuestCookie(context, config)), userId }
}

/** The browser's hash when it already has its cookie; null for one that has bought nothing. */
export function findBrowser(context: Context, config: Config): string | null {
  const known = readSecret(context, config, cookie)
  return known === null ? null : hashSecret(known)
}

/**
 * Gives the browser its cookie, and returns the secret in it. Pages get it before their first call;
 * otherwise two simultaneous first calls would become two buyers.
 */
export function ensureGuestCookie(context: Context, config: Config): string {
  const known = readSecret(context, config, cookie)
  if (known !== null) return known
  const secret = randomBytes(32).toString('base64url')
  giveCookie(context, config, cookie, secret, { sameSite: 'Lax', maxAge: yearSeconds })
  return secret
}

/** The browser's next visit is that of a new buyer. */
export function forgetBrowser(context: Context, config: Config): void {
  removeCookie(context, config, cookie)
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
