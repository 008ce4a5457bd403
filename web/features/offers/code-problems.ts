import { code } from '#contract/offers.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** What is wrong with a typed code before it is sent. */
export function codeFault(typed: string): string | false {
  if (typed.trim() === '') return m.code_missing()
  return !code.safeParse(typed).success && m.code_unknown()
}

const problemTexts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  code_unknown: m.code_unknown,
  code_over: m.code_over,
  code_used_up: m.code_used_up,
  code_is_gift: m.code_is_gift,
  code_is_discount: m.code_is_discount,
  item_not_sold: m.code_perk_gone,
  validation_failed: m.code_unknown,
}

const defaultWaitSeconds = 60

/** Why a code was not taken, and what to do now. */
export function codeProblemText({ code: reason, retryAfterSeconds, ban }: ApiProblem): string {
  if (ban) return banText(ban)
  if (reason === 'rate_limited') {
    return m.code_wait({ count: Math.ceil((retryAfterSeconds ?? defaultWaitSeconds) / 60) })
  }
  if (reason === 'network_error' || reason === 'timeout') {
    return navigator.onLine ? m.code_unreachable() : m.code_offline()
  }
  return (problemTexts[reason] ?? m.code_failed)()
}
