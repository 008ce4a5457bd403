import { listingTypes, playStyles, spokenLanguages, type ListingFilter } from '#domain/team.ts'
import { paths } from '#web/app/paths.ts'
import {
  languageName,
  listingTypeLabel,
  playStyleLabel,
} from '#web/features/team/listing-labels.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export const noFilter: ListingFilter = {
  search: '',
  type: null,
  hasMicrophone: null,
  language: null,
  playStyle: null,
}

/** The server's limit. */
export const maxSearchLength = 100

/** The filter in the query of the page's address; unknown values are ignored. */
export function readListingFilter(query: string): ListingFilter {
  const parameters = new URLSearchParams(query)
  const microphone = parameters.get('hasMicrophone')
  return {
    search: readSearch(parameters.get('search') ?? ''),
    type: oneOf(listingTypes, parameters.get('type')),
    hasMicrophone: microphone === 'true' ? true : microphone === 'false' ? false : null,
    language: oneOf(spokenLanguages, parameters.get('language')),
    playStyle: oneOf(playStyles, parameters.get('playStyle')),
  }
}

/** The address of the list with this filter. */
export function listingsAddress(filter: ListingFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== null && value !== '')
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? paths.team() : `${paths.team()}?${query}`
}

/**
 * Replaces control characters, which a pasted text may contain, and lone surrogates by spaces: the
 * server rejects them.
 */
function readSearch(text: string): string {
  return text
    .trim()
    .slice(0, maxSearchLength)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null
}

interface ActiveFilter {
  readonly name: keyof ListingFilter
  readonly text: string
  /** The filter without this part. */
  readonly without: ListingFilter
}

/** The active filters apart from the search, with their labels. */
export function activeFilters(filter: ListingFilter): readonly ActiveFilter[] {
  const { type, hasMicrophone, language, playStyle } = filter
  const set: ActiveFilter[] = []
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
