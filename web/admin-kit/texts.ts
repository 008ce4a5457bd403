import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The label of a state, and the tone of its badge. */
export interface StateText {
  readonly label: () => string
  readonly tone: 'neutral' | 'crystal' | 'amber' | 'loss'
}

/** Why a request of the admin area failed, and what to do now. */
export function failureText(failure: unknown): string {
  return m.admin_failure({ code: failure instanceof ApiProblem ? failure.code : 'unknown' })
}
