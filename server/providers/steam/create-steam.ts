import type { SteamConfig } from '#server/config.ts'
import type { CallWatch } from '#server/providers/watch-calls.ts'
import { confirmAnswer, signInUrl } from './openid.ts'
import { readOpenIdAnswer } from './openid-answer.ts'
import { fetchPersonaName } from './persona-name.ts'
import type { Steam } from './steam.ts'

/** Steam by its OpenID 2.0 and its Web API. Faults of network or Steam are values, never exceptions. */
export function createSteam(
  { communityOrigin, apiOrigin, apiKey }: SteamConfig,
  calls: CallWatch,
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
    fetchPersonaName: async (steamId) => {
      if (apiKey === null) return null
      const { name } = await calls.watch('fetch-name', () =>
        fetchPersonaName({ apiOrigin, apiKey }, steamId, calls),
      )
      return name
    },
  }
}
