import type { SteamConfig } from '../../config.ts'
import { confirmAnswer, signInUrl } from './openid.ts'
import { readOpenIdAnswer } from './openid-answer.ts'
import { fetchPersonaName } from './persona-name.ts'
import type { Steam } from './steam.ts'

/** Steam by its OpenID 2.0 and its Web API. Faults of network or Steam are values, never exceptions. */
export function createSteam({ communityOrigin, apiOrigin, apiKey }: SteamConfig): Steam {
  return {
    signInUrl: (realm, returnTo) => signInUrl(communityOrigin, realm, returnTo),
    verify: async (query, returnTo, now) => {
      const answer = readOpenIdAnswer(query, { communityOrigin, returnTo, now })
      if (answer.outcome !== 'claimed') return answer
      const confirmation = await confirmAnswer(communityOrigin, query)
      if (confirmation.outcome === 'unavailable') return confirmation
      if (confirmation.outcome === 'denied') return { outcome: 'refused', fault: 'is_valid' }
      return { ...answer, outcome: 'proven' }
    },
    fetchPersonaName: async (steamId) =>
      apiKey === null ? null : fetchPersonaName(apiOrigin, apiKey, steamId),
  }
}
