import { z } from 'zod'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { CallWatch } from '#server/providers/watch-calls.ts'

/** Somebody waits for the page meanwhile, and the name is a courtesy. */
const timeoutMilliseconds = 3000
const longestName = 64

const summaries = z.object({
  response: z.object({
    players: z.array(z.object({ steamid: z.string(), personaname: z.string() })),
  }),
})

export interface PersonaName {
  readonly outcome: 'ok' | 'unavailable'
  readonly name: string | null
}

/** What an account is called at Steam; null when Steam does not tell, for whatever reason. */
export async function fetchPersonaName(
  { apiOrigin, apiKey }: { readonly apiOrigin: string; readonly apiKey: string },
  steamId: SteamId64,
  calls: CallWatch,
): Promise<PersonaName> {
  const url = new URL('/ISteamUser/GetPlayerSummaries/v2/', apiOrigin)
  url.search = new URLSearchParams({ key: apiKey, steamids: steamId }).toString()
  try {
    const response = await fetch(url, {
      headers: calls.headers(),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (!response.ok) return { outcome: 'unavailable', name: null }
    const { players } = summaries.parse(await response.json()).response
    const name = readable(players.find(({ steamid }) => steamid === steamId)?.personaname ?? '')
    return { outcome: 'ok', name }
  } catch {
    return { outcome: 'unavailable', name: null }
  }
}

/** Control characters no database takes; direction marks could disguise what stands beside it. */
function readable(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim()
  const shown = Array.from(cleaned).slice(0, longestName).join('')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown : null
}
