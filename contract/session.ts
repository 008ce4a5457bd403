/** Answer of `GET /api/session`: who is signed in, null for a visitor. */
export interface SessionView {
  readonly user: SessionUser | null
}

export interface SessionUser {
  readonly name: string
  readonly avatarUrl: string | null
}
