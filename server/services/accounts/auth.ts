import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/app/config.ts'
import type { Database } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import type { DiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { BetterAuth } from './better-auth.ts'

/** Sign-in with Discord, and its sessions. */
export interface Auth {
  readonly sessionCookieName: string
  readonly load: () => Promise<BetterAuth>
}

export interface AuthParts {
  readonly config: Config
  readonly database: Database
  readonly discordSignIn: DiscordSignIn
  readonly log: Logger
}

/**
 * Loads better-auth when the first visitor with a session cookie comes, or the first one who signs
 * in: it takes a quarter of a process' memory and a third of its start time.
 */
export function createAuth(parts: AuthParts): Auth {
  let loading: Promise<BetterAuth> | undefined
  return {
    sessionCookieName: `${cookiePrefix(parts.config.publicOrigin)}.session_token`,
    load: () =>
      (loading ??= import('./better-auth.ts').then(({ createBetterAuth }) =>
        createBetterAuth(parts),
      )),
  }
}

/**
 * better-auth's own prefix is `__Secure-`, which another subdomain can set; `__Host-` cookies are
 * only ours. Browsers accept that prefix over https only.
 */
export function cookiePrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-better-auth' : 'better-auth'
}

/**
 * The account of a request; null for a visitor. Does not extend the session, because its cookie
 * would have to be extended too. Refuses with `database_unavailable` when the database is down;
 * passes other errors on.
 */
export async function readUserId(auth: Auth, headers: Headers): Promise<string | null> {
  const session = await callBetterAuth(auth, headers, ({ api }) =>
    api.getSession({ headers, query: { disableRefresh: true } }),
  )
  return session?.user.id ?? null
}

/** The session of a visitor who opens a page; once a day renewed, with its new `cookies`. */
export async function renewSession(auth: Auth, headers: Headers) {
  const answer = await callBetterAuth(auth, headers, ({ api }) =>
    api.getSession({ headers, returnHeaders: true }),
  )
  return { session: answer?.response ?? null, cookies: answer?.headers.getSetCookie() ?? [] }
}

async function callBetterAuth<Answer>(
  auth: Auth,
  headers: Headers,
  call: (betterAuth: BetterAuth) => Promise<Answer>,
): Promise<Answer | null> {
  // Without a cookie neither a query nor better-auth is needed; better-auth checks the cookie.
  if (!headers.get('cookie')?.includes(`${auth.sessionCookieName}=`)) return null
  const betterAuth = await auth.load()
  try {
    return await call(betterAuth)
  } catch {
    // better-auth has logged the error and hidden its cause, so check the database itself.
    if (await isDatabaseDown(betterAuth)) {
      throw new ServiceError('database_unavailable', { retryAfterSeconds: 2 })
    }
    // A broken connection is replaced by now; a second failure is a bug.
    return call(betterAuth)
  }
}

async function isDatabaseDown({ options }: BetterAuth): Promise<boolean> {
  try {
    await sql`select 1`.execute(options.database.db)
    return false
  } catch (error) {
    return isDatabaseUnavailable(error)
  }
}
