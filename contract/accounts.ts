import { z } from 'zod'

const pageAddress = z.string().max(2000).optional()

/**
 * Body of `POST /api/auth/sign-in/social`. What else it says is ignored: the scopes that Discord is
 * asked for, among others, are ours to choose.
 */
export const signInRequest = z.object({
  provider: z.literal('discord'),
  /** Pages of ours to come back to, after a sign-in and when it fails. */
  callbackURL: pageAddress,
  errorCallbackURL: pageAddress,
})

/** Answer of `GET /api/session`: who is signed in, null for a visitor. */
export interface SessionView {
  readonly user: SessionUser | null
}

export interface SessionUser {
  readonly name: string
  readonly avatarUrl: string | null
  /** The name that is his alone at Discord; null until he signs in again. */
  readonly discordUsername: string | null
}
