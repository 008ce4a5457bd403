import type { BetaView } from '#contract/beta.ts'
import { betaRelease } from '#site/community.ts'
import type { Services } from '#server/services/context.ts'
import {
  checkLimit,
  countRequest,
  everybody,
  type ClientNetworks,
  type RateLimit,
  type RateVerdict,
} from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isSameCode, reportWrongCode } from '#server/services/access-codes.ts'

/** A riddle is tried a few times; all codes there are take longer than anybody stays curious. */
const attempts: RateLimit = { name: 'beta-code', requests: 10, windowSeconds: 5 * 60 }
/**
 * Of all networks together: with very many of them, eight digits last for decades. Once they are used
 * up the right code is refused as well, or trying on would still find it. Who wants to can so keep
 * others from the riddle for an hour; all that it hides is a date.
 */
const wrongOfAll: RateLimit = { name: 'beta-code:wrong', requests: 500, windowSeconds: 60 * 60 }

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
  refuseBeyond(await countRequest(services, attempts, networks))
  const isRight = isSameCode(code, services.config.betaCode)
  // A wrong one is counted before it is answered, so that many at once are no more than the limit.
  const ask = isRight ? checkLimit : countRequest
  refuseBeyond(await ask(services, wrongOfAll, everybody))
  if (!isRight) {
    await reportWrongCode(services, 'beta')
    throw new ServiceError('wrong_code')
  }
  return { unlocked: true, releaseDate: betaRelease.date }
}

function refuseBeyond(verdict: RateVerdict): void {
  if (verdict.allowed) return
  throw new ServiceError('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}
