import {
  listingTypes,
  playStyles,
  spokenLanguages,
  type ListingFilter,
} from '#domain/team-listings.ts'
import { paths } from '#web/paths.ts'

export const noFilter: ListingFilter = {
  search: '',
  type: null,
  hasMicrophone: null,
  language: null,
  playStyle: null,
}

/** As the server takes it. */
export const maxSearchLength = 100

/** The filter in the query of the page's address; whatever is no filter is left out. */
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

/** The address that shows the list so, today and after a reload. */
export function listingsAddress(filter: ListingFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== null && value !== '')
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? paths.team() : `${paths.team()}?${query}`
}

/** Control characters, which a pasted text may hold, and half ones stand for a space: no server takes them. */
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
