import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { SteamConfig } from '#server/app/config.ts'
import type {
  CallInstrumentation,
  ConnectionResult,
} from '#server/providers/call-instrumentation.ts'
import { failedCall } from '#server/providers/findings.ts'
import {
  confirmAnswer,
  readOpenIdAnswer,
  signInUrl,
  type Confirmation,
  type OpenIdAnswer,
} from './openid.ts'

/** Steam by its OpenID 2.0 and its Web API. Faults of network or Steam are values, never exceptions. */
export function createSteam(
  { communityOrigin, apiOrigin, avatarOrigin, apiKey }: SteamConfig,
  calls: CallInstrumentation,
): Steam {
  return {
    signInUrl: (realm, returnTo) => signInUrl(communityOrigin, realm, returnTo),
    verify: async (query, returnTo, now) => {
      const answer = readOpenIdAnswer(query, { communityOrigin, returnTo, now })
      if (answer.outcome !== 'claimed') return answer
      const confirmation = await calls.watch('confirm-claim', () =>
        confirmAnswer(communityOrigin, query, calls),
      )
      if (confirmation.outcome === 'unavailable') return confirmation
      if (confirmation.outcome === 'denied') return { outcome: 'refused', fault: 'is_valid' }
      return { ...answer, outcome: 'proven' }
    },
    check: async () => {
      const answers = await Promise.all([
        // Steam denies a claim without a signature.
        calls.watch('check-claims', () =>
          confirmAnswer(communityOrigin, new URLSearchParams(), calls),
        ),
        apiKey === null
          ? { outcome: 'ok' }
          : calls.watch('check-key', () =>
              fetchProfile({ apiOrigin, avatarOrigin, apiKey }, someSteamId, calls),
            ),
      ])
      return answers
        .filter(({ outcome }) => outcome !== 'ok' && outcome !== 'denied')
        .map(failedCall)
    },
    fetchProfile: async (steamId) => {
      if (apiKey === null) return null
      const { profile } = await calls.watch('fetch-profile', () =>
        fetchProfile({ apiOrigin, avatarOrigin, apiKey }, steamId, calls),
      )
      return profile
    },
  }
}

/** The parts of Steam that we need: signing in, and the profiles of accounts. */
export interface Steam {
  /** Steam's sign-in page, which sends the browser back to `returnTo`, a page of `realm`. */
  signInUrl(realm: string, returnTo: string): string
  /** The account of a query that the browser brought back, once Steam has confirmed it. */
  verify(query: URLSearchParams, returnTo: string, now: Date): Promise<SteamVerdict>
  /** Null without an API key, and whenever Steam gives no name. */
  fetchProfile(steamId: SteamId64): Promise<SteamProfile | null>
  /** Whether Steam confirms claims, and accepts the API key if there is one. */
  check(): Promise<readonly Finding[]>
}

export interface SteamProfile {
  readonly name: string
  readonly avatarUrl: string | null
}

export type SteamVerdict =
  | (Omit<Extract<OpenIdAnswer, { outcome: 'claimed' }>, 'outcome'> & {
      readonly outcome: 'proven'
    })
  | Exclude<OpenIdAnswer, { outcome: 'claimed' }>
  | Extract<Confirmation, { outcome: 'unavailable' }>

/** A player waits for the page meanwhile, and the profile is optional. */
const timeoutMilliseconds = 3000
const maxNameLength = 64
/** Any account will do: that of somebody at Valve. */
const someSteamId = '76561197960435530'
const keyRefusals: ReadonlySet<number> = new Set([401, 403])

const summaries = z.object({
  response: z.object({
    players: z
      .array(
        z.object({
          steamid: z.string(),
          personaname: z.string(),
          avatarmedium: z.string().optional().catch(undefined),
        }),
      )
      .max(100),
  }),
})

interface ProfileSource {
  readonly apiOrigin: string
  readonly avatarOrigin: string
  readonly apiKey: string
}

/** An account's name and picture at Steam; null when Steam gives no name, for whatever reason. */
export async function fetchProfile(
  { apiOrigin, avatarOrigin, apiKey }: ProfileSource,
  steamId: string,
  calls: CallInstrumentation,
): Promise<ConnectionResult & { readonly profile: SteamProfile | null }> {
  const url = new URL('/ISteamUser/GetPlayerSummaries/v2/', apiOrigin)
  url.search = new URLSearchParams({ key: apiKey, steamids: steamId }).toString()
  try {
    const response = await fetch(url, {
      headers: calls.headers(),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (keyRefusals.has(response.status)) {
      const detail = `STEAM_API_KEY: ${response.status}`
      return { outcome: 'misconfigured', fault: 'key_refused', detail, profile: null }
    }
    if (!response.ok) return { outcome: 'unavailable', profile: null }
    const { players } = summaries.parse(await response.json()).response
    const player = players.find(({ steamid }) => steamid === steamId)
    const name = readable(player?.personaname ?? '')
    const avatarUrl = avatarAt(avatarOrigin, player?.avatarmedium ?? '')
    return { outcome: 'ok', profile: name === null ? null : { name, avatarUrl } }
  } catch {
    return { outcome: 'unavailable', profile: null }
  }
}

/**
 * The picture at the one address from which our pages may load pictures of Steam. It has the same
 * pictures as Steam's other addresses.
 */
function avatarAt(avatarOrigin: string, address: string): string | null {
  const name = /\/([\da-f]{40}_medium\.jpg)$/.exec(address)?.[1]
  return name === undefined ? null : `${avatarOrigin}/${name}`
}

/** Databases refuse control characters; direction marks could disguise the text next to the name. */
function readable(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim()
  const shown = Array.from(cleaned).slice(0, maxNameLength).join('')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown : null
}
