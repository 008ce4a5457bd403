import type { Services } from '#server/services/context.ts'
import { claimReturnTo } from './claim-address.ts'
import { makeClaimState } from './claim-state.ts'

export interface StartedClaim {
  /** Steam's sign-in page. */
  readonly url: string
  /** For the browser to keep until it comes back. */
  readonly token: string
}

/** Sends a player to Steam, to show which balance is his. */
export function startClaim(
  { config, steam, clock }: Pick<Services, 'config' | 'steam' | 'clock'>,
  userId: string,
): StartedClaim {
  const { state, token } = makeClaimState(config, userId, clock())
  return { url: steam.signInUrl(config.publicOrigin, claimReturnTo(config, state)), token }
}
