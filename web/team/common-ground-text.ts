import type { CommonGround } from '#domain/common-ground.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { fromToText } from './hours-text.ts'
import { languageName } from './listing-labels.ts'

/** `Vous jouez tous deux de 20:00 à 23:00 et parlez russe`; null when there is nothing to say. */
export function commonGroundText(shared: CommonGround): string | null {
  const hours = listText(shared.hours.map(fromToText))
  const languages = listText(shared.languages.map(languageName))
  if (hours === '') return languages === '' ? null : m.team_match_common_languages({ languages })
  return languages === ''
    ? m.team_match_common_hours({ hours })
    : m.team_match_common_both({ hours, languages })
}

function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(parts)
}
