import { ApiProblem } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

const defaultWaitSeconds = 60

/** Why a code opened nothing, and what to do now. */
export function unlockFailureText(failure: unknown): string {
  if (!(failure instanceof ApiProblem)) return m.beta_failed_other()
  const { code, retryAfterSeconds } = failure
  if (code === 'wrong_code') return m.beta_code_wrong()
  if (code === 'rate_limited') {
    return m.beta_code_wait({ count: Math.ceil((retryAfterSeconds ?? defaultWaitSeconds) / 60) })
  }
  if (code !== 'network_error' && code !== 'timeout') return m.beta_failed_other()
  return navigator.onLine ? m.beta_failed_unreachable() : m.beta_failed_offline()
}
