import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config.ts'
import type { Buyer } from '../services/context.ts'
import type { Auth } from '../services/sign-in/auth.ts'
import { readUserId } from '../services/sign-in/read-session.ts'

const yearSeconds = 365 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/

/**
 * Who buys: the browser, by a secret in a cookie that only we can read, and the account when one is
 * signed in. The database knows the secret's hash alone.
 */
export async function identifyBuyer(context: Context, config: Config, auth: Auth): Promise<Buyer> {
  const userId = await readUserId(auth, context.req.raw.headers)
  return { hash: hashSecret(buyerSecret(context, config)), userId }
}

/**
 * Gives the browser its cookie before it asks for anything. Two first requests at once would else
 * become two buyers.
 */
export function greetBuyer(context: Context, config: Config): void {
  buyerSecret(context, config)
}

function buyerSecret(context: Context, config: Config): string {
  const name = cookieName(config)
  const known = getCookie(context, name)
  if (known && secretShape.test(known)) return known
  const secret = randomBytes(32).toString('base64url')
  setCookie(context, name, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: config.publicOrigin.startsWith('https:'),
    maxAge: yearSeconds,
  })
  return secret
}

/** The `__Host-` prefix keeps other subdomains from setting it; browsers take it over https only. */
function cookieName({ publicOrigin }: Config): string {
  return publicOrigin.startsWith('https:') ? '__Host-buyer' : 'buyer'
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
