import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export interface StateText {
  readonly label: () => string
  readonly tone: 'neutral' | 'crystal' | 'amber' | 'loss'
}

/** Why a save is refused that no field of a form shows. */
const refusals: ReadonlySet<string> = new Set([
  'breaks_text',
  'button_keeps_price',
  'has_gifts',
  'has_orders',
  'holds_perks',
])

/** Why a request of the admin area failed, and what to do now. */
export function failureText(failure: unknown): string {
  if (!(failure instanceof ApiProblem)) return m.admin_failure({ code: 'unknown' })
  if (failure.needs !== null) return m.admin_failure({ code: 'right_missing' })
  const refusal = failure.errors.find(({ code }) => refusals.has(code))
  return m.admin_failure({ code: (refusal ?? failure).code })
}
