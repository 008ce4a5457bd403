import type { Problem } from '#contract/problem.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** Why a ban refuses something, in the staff's words, and until when: unless that concerns others. */
export function banText({ reason, until }: NonNullable<Problem['ban']>): string {
  if (reason === null) return m.ban_of_others()
  const end = until === null ? m.ban_no_end() : m.ban_ends({ time: formatDateTime(until) })
  return `${m.ban_reason({ reason })} ${end}`
}
