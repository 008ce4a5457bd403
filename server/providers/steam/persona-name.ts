import { z } from 'zod'
import type { SteamId64 } from '../../../domain/steam-id.ts'

/** Somebody waits for the page meanwhile, and the name is a courtesy. */
const timeoutMilliseconds = 3000
const longestName = 64

const summaries = z.object({
  response: z.object({
    players: z.array(z.object({ steamid: z.string(), personaname: z.string() })),
  }),
})

/** What an account is called at Steam; null when Steam does not tell, for whatever reason. */
export async function fetchPersonaName(
  apiOrigin: string,
  apiKey: string,
  steamId: SteamId64,
): Promise<string | null> {
  const url = new URL('/ISteamUser/GetPlayerSummaries/v2/', apiOrigin)
  url.search = new URLSearchParams({ key: apiKey, steamids: steamId }).toString()
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) })
    if (!response.ok) return null
    const { players } = summaries.parse(await response.json()).response
    return readable(players.find(({ steamid }) => steamid === steamId)?.personaname ?? '')
  } catch {
    return null
  }
}

/** Control characters no database takes; direction marks could disguise what stands beside it. */
function readable(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim()
  const shown = Array.from(cleaned).slice(0, longestName).join('')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown : null
}
