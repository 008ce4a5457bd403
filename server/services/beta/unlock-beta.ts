import type { BetaView } from '#contract/beta.ts'
import { betaRelease } from '#site/community.ts'
import type { Services } from '#server/services/context.ts'
import {
  checkLimit,
  countRequest,
  everybody,
  requireAllowed,
  type ClientNetworks,
  type RateLimit,
} from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isSameCode, reportWrongCode } from '#server/services/access-codes.ts'

/** Allows a few guesses; trying all codes takes far too long. */
const attemptLimit: RateLimit = { name: 'beta-code', requests: 10, windowSeconds: 5 * 60 }
/**
 * For all networks together: against very many of them, eight digits last for decades. Once it is
 * exhausted the right code is refused as well, or guessing on would still find it. An attacker can
 * so block the riddle for an hour; it hides only a date.
 */
const wrongLimit: RateLimit = { name: 'beta-code:wrong', requests: 500, windowSeconds: 60 * 60 }

/**
 * Returns the release date for the right code. Refuses with `wrong_code`, or with `rate_limited`
 * before it compares the code.
 */
export async function unlockBeta(
  services: Services,
  { code, networks }: { readonly code: string; readonly networks: ClientNetworks },
): Promise<BetaView> {
  requireAllowed(await countRequest(services, attemptLimit, networks))
  const isRight = isSameCode(code, services.config.betaCode)
  // Counts a wrong code before answering, so that concurrent ones cannot exceed the limit.
  const applyLimit = isRight ? checkLimit : countRequest
  requireAllowed(await applyLimit(services, wrongLimit, everybody))
  if (!isRight) {
    await reportWrongCode(services, 'beta')
    throw new ServiceError('wrong_code')
  }
  return { unlocked: true, releaseDate: betaRelease.date }
}
