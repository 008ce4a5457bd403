import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { DiscordSignIn } from '#server/providers/discord/sign-in.ts'
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
