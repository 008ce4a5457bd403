import { addressOf } from '#contract/endpoint.ts'
import { listingTypes, playStyles, spokenLanguages, type ListingFilter } from '#domain/team.ts'
import { longestSearch } from '#domain/text-limits.ts'
import { paths } from '#contract/paths.ts'
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

export function listingsAddress(filter: ListingFilter): string {
  return addressOf({ path: paths.team() }, { query: { ...filter } })
}

/**
 * Replaces control characters, which a pasted text may contain, and lone surrogates by spaces: the
 * server rejects them.
 */
function readSearch(text: string): string {
  return text
    .trim()
    .slice(0, longestSearch)
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
  const microphone = hasMicrophone ? m.team_list_with_microphone : m.team_list_without_microphone
  const texts = {
    type: type && `${type} · ${listingTypeLabel(type)}`,
    hasMicrophone: hasMicrophone === null ? null : microphone(),
    language: language && languageName(language),
    playStyle: playStyle && playStyleLabel(playStyle),
  }
  return (['type', 'hasMicrophone', 'language', 'playStyle'] as const).flatMap((name) => {
    const text = texts[name]
    return text === null ? [] : { name, text, without: { ...filter, [name]: null } }
  })
}
