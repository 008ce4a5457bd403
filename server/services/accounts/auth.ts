import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/app/config.ts'
import type { Database } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import type { DiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { BetterAuth } from './better-auth.ts'

/** Sign-in with Discord, and who is signed in. */
export interface Auth {
  /** Of the cookie that a session needs. */
  readonly sessionCookieName: string
  /** better-auth, with which sessions are made, read and ended. */
  readonly load: () => Promise<BetterAuth>
}

export interface AuthParts {
  readonly config: Config
  readonly database: Database
  readonly discordSignIn: DiscordSignIn
  readonly log: Logger
}

/**
 * better-auth is a quarter of what a process keeps in memory and a third of its start, so it is loaded
 * for the first person who signs in or has.
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
 * better-auth would name its cookies `__Secure-`, which another subdomain can set; `__Host-` keeps them
 * ours. Browsers take that name over https only.
 */
export function cookiePrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-better-auth' : 'better-auth'
}

/**
 * The account that a request is signed in with; null for a visitor. The session ends when it did
 * before: its cookie would have to last longer too. Refuses with `database_unavailable` when the
 * database is away; any other fault passes through.
 */
export async function readUserId(auth: Auth, headers: Headers): Promise<string | null> {
  const session = await askBetterAuth(auth, headers, ({ api }) =>
    api.getSession({ headers, query: { disableRefresh: true } }),
  )
  return session?.user.id ?? null
}

/** Who opens a page, as above. Once a day his session is renewed, and then has new `cookies`. */
export async function renewSession(auth: Auth, headers: Headers) {
  const answer = await askBetterAuth(auth, headers, ({ api }) =>
    api.getSession({ headers, returnHeaders: true }),
  )
  return { session: answer?.response ?? null, cookies: answer?.headers.getSetCookie() ?? [] }
}

async function askBetterAuth<Answer>(
  auth: Auth,
  headers: Headers,
  ask: (betterAuth: BetterAuth) => Promise<Answer>,
): Promise<Answer | null> {
  // A visitor costs neither a query nor better-auth's own work; whether a cookie is good, it decides.
  if (!headers.get('cookie')?.includes(`${auth.sessionCookieName}=`)) return null
  const betterAuth = await auth.load()
  try {
    return await ask(betterAuth)
  } catch {
    // better-auth has logged the fault and hidden it, so the database itself is asked.
    if (await isDatabaseAway(betterAuth)) {
      throw new ServiceError('database_unavailable', { retryAfterSeconds: 2 })
    }
    // A broken connection is replaced by now; what fails again is a fault of ours.
    return ask(betterAuth)
  }
}

async function isDatabaseAway({ options }: BetterAuth): Promise<boolean> {
  try {
    await sql`select 1`.execute(options.database.db)
    return false
  } catch (error) {
    return isDatabaseUnavailable(error)
  }
}
