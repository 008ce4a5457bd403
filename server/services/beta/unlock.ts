import type { BetaView } from '../../../contract/beta.ts'
import { betaRelease } from '../../../site.config.ts'
import type { Services } from '../context.ts'
import { countRequest, type ClientNetworks, type RateLimit } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { isSameCode } from '../same-code.ts'
import { reportWrongCode } from '../wrong-codes.ts'

/** A riddle is tried a few times; all codes there are take longer than anybody stays curious. */
const attempts: RateLimit = { name: 'beta-code', requests: 10, windowSeconds: 5 * 60 }

export interface BetaAttempt {
  readonly code: string
  readonly networks: ClientNetworks
}

/**
 * Tells whoever knows the secret code when the beta opens. Refuses with `wrong_code`, or with
 * `rate_limited` before the code is looked at.
 */
export async function unlockBeta(
  services: Services,
  { code, networks }: BetaAttempt,
): Promise<BetaView> {
  const verdict = await countRequest(services, attempts, networks)
  if (!verdict.allowed) {
    throw new Refusal('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
  }
  if (!isSameCode(code, services.config.betaCode)) {
    await reportWrongCode(services, 'beta')
    throw new Refusal('wrong_code')
  }
  return { unlocked: true, releaseDate: betaRelease.date }
}
