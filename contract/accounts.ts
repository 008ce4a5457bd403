import { z } from 'zod'

const pageAddress = z.string().max(2000).optional()

/** Body of `POST /api/auth/sign-in/social`. Other fields are ignored, such as the OAuth scopes. */
export const signInRequest = z.object({
  provider: z.literal('discord'),
  /** Our pages to return to, after a sign-in and when it fails. */
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
  /** Their unique name at Discord; null until they sign in again. */
  readonly discordUsername: string | null
}
