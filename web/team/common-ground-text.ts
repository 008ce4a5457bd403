import type { CommonGround } from '#domain/common-ground.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { fromToText } from './hours-text.ts'
import { languageName } from './listing-labels.ts'

/** `Vous jouez tous deux de 20 h à 23 h et parlez russe`; null when there is nothing to say. */
export function commonGroundText(shared: CommonGround): string | null {
  const hours = listText(shared.hours.map(fromToText))
  const languages = listText(shared.languages.map(languageName))
  if (hours === '') return languages === '' ? null : m.team_match_common_languages({ languages })
  return languages === ''
    ? m.team_match_common_hours({ hours })
    : m.team_match_common_both({ hours, languages })
}

function listText(parts: readonly string[]): string {
  // Our English is British: no comma before the "and".
  const locale = getLocale() === 'en' ? 'en-GB' : getLocale()
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
