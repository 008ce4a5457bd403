import type { ListingFilter } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { languageName, listingTypeLabel, playStyleLabel } from '#web/team/listing-labels.ts'

interface SetFilter {
  readonly name: keyof ListingFilter
  readonly text: string
  /** What is left when it is taken away. */
  readonly without: ListingFilter
}

/** The filters that narrow the list beside the search, in words. */
export function setFilters(filter: ListingFilter): readonly SetFilter[] {
  const { type, hasMicrophone, language, playStyle } = filter
  const set: SetFilter[] = []
  if (type !== null) {
    set.push({
      name: 'type',
      text: `${type} · ${listingTypeLabel(type)}`,
      without: { ...filter, type: null },
    })
  }
  if (hasMicrophone !== null) {
    set.push({
      name: 'hasMicrophone',
      text: hasMicrophone ? m.team_list_with_microphone() : m.team_list_without_microphone(),
      without: { ...filter, hasMicrophone: null },
    })
  }
  if (language !== null) {
    set.push({
      name: 'language',
      text: languageName(language),
      without: { ...filter, language: null },
    })
  }
  if (playStyle !== null) {
    set.push({
      name: 'playStyle',
      text: playStyleLabel(playStyle),
      without: { ...filter, playStyle: null },
    })
  }
  return set
}
