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
