import type { FailureCode } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** Why the list did not come, and what to do. */
export function failureText(code: FailureCode): string {
  if (code === 'network_error') return m.team_list_failed_network()
  if (code === 'rate_limited') return m.team_list_failed_often()
  return m.team_list_failed_text()
}
