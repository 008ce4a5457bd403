import type { SteamId64 } from '#domain/steam-id.ts'

/** Steam as far as we need it: who signs in there, and what the account is called. */
export interface Steam {
  /** Steam's sign-in page, which sends the browser back to `returnTo`, a page of `realm`. */
  signInUrl(realm: string, returnTo: string): string
  /** What the query says that Steam sent the browser back with, once Steam has confirmed it. */
  verify(query: URLSearchParams, returnTo: string, now: Date): Promise<SteamVerdict>
  /** Null without an API key, and whenever Steam does not tell. */
  fetchPersonaName(steamId: SteamId64): Promise<string | null>
}

export type SteamVerdict =
  | {
      readonly outcome: 'proven'
      readonly steamId: SteamId64
      /** Steam gives each answer another one: none may count twice. */
      readonly nonce: string
      /** When the player signed in, by Steam's clock. */
      readonly provenAt: Date
    }
  | { readonly outcome: 'cancelled' }
  /** This is not what Steam sends to us; `fault` names the check that failed, without its value. */
  | { readonly outcome: 'refused'; readonly fault: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
