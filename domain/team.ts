/** LFG: looking for a group, to play now. LFT: looking for a team, to stay. */
export const listingTypes = ['LFG', 'LFT'] as const
export type ListingType = (typeof listingTypes)[number]

export const playStyles = [
  'pvp',
  'pve',
  'raiding',
  'building',
  'exploring',
  'roleplay',
  'casual',
  'newcomers',
] as const
export type PlayStyle = (typeof playStyles)[number]

/** Languages of the players, as ISO 639 codes: those of the site first. */
export const spokenLanguages = [
  'fr',
  'en',
  'ru',
  'es',
  'de',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'uk',
  'tr',
] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** Reasons for reporting a listing, in the order of the form. */
export const reportReasons = ['spam', 'insult', 'fraud', 'minor_at_risk', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const ageLimits = { min: 13, max: 99 } as const
/** Younger players' ages are shown to themselves only. */
export const adultAge = 18
/** How many the author already are; the rules of the server allow groups of 8. */
export const groupSizeLimits = { min: 1, max: 8 } as const
export const mostGameHours = 100_000
/** In UTF-16 units, as forms and the database count. */
export const longestDescription = 500
export const mostPlayStyles = 4
export const mostSpokenLanguages = 6
/** Renewing a listing starts its lifetime again. */
export const listingLifetimeDays = 14
/** Live at once. */
export const mostListingsPerMaker = 5

export const newListing = {
  type: 'LFG',
  gameHours: 0,
  age: 18,
  hasMicrophone: true,
  groupSize: 1,
} as const satisfies Partial<ListingFields>

/** When a player usually plays, in their time zone: from 20 to 23 o'clock in Europe/Paris. */
export interface UsualHours {
  /** Whole hours, 0 to 23; with `to` below `from` they cross midnight. */
  readonly from: number
  readonly to: number
  /** An IANA name, so that the hours stay right when clocks change. */
  readonly timeZone: string
}

export interface ListingFields {
  readonly type: ListingType
  readonly gameHours: number
  readonly age: number
  readonly hasMicrophone: boolean
  /** How many the author already are, themselves included. */
  readonly groupSize: number
  readonly description: string
  readonly discordUsername: string
  readonly languages: readonly SpokenLanguage[]
  readonly playStyles: readonly PlayStyle[]
  readonly usualHours: UsualHours | null
}

export interface PublicListingFields extends Omit<ListingFields, 'age'> {
  /** Null below 18. */
  readonly age: number | null
}

/** The filters of a list; null and empty do not filter. */
export interface ListingFilter {
  /** A part of the description or the Discord name. */
  readonly search: string
  readonly type: ListingType | null
  readonly hasMicrophone: boolean | null
  readonly language: SpokenLanguage | null
  readonly playStyle: PlayStyle | null
}

const previewCharacters = 40

/** The first 40 characters of a description on one line, and an ellipsis when there are more. */
export function previewOf(description: string): string {
  const line = description.trim().replaceAll(/\s+/g, ' ')
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  if (characters.length <= previewCharacters) return line
  return `${characters.slice(0, previewCharacters).join('').trimEnd()}…`
}

/** Normalizes a text for search: case, accents and the width of spaces do not matter. */
export function searchable(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      // Lower case can depend on the letters beside it (σ, ς); upper case does not.
      .toUpperCase()
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** The searched text of a listing. A search has no line break, so it matches within one field. */
export function searchTextOf(
  listing: Pick<ListingFields, 'description' | 'discordUsername'>,
): string {
  return `${searchable(listing.description)}\n${searchable(listing.discordUsername)}`
}

/** Whether a listing matches the filter. The server's query implements the same rule in SQL. */
export function matchesFilter(listing: PublicListingFields, filter: ListingFilter): boolean {
  const { search, type, hasMicrophone, language, playStyle } = filter
  return (
    (type === null || listing.type === type) &&
    (hasMicrophone === null || listing.hasMicrophone === hasMicrophone) &&
    (language === null || listing.languages.includes(language)) &&
    (playStyle === null || listing.playStyles.includes(playStyle)) &&
    searchTextOf(listing).includes(searchable(search))
  )
}

// Top-level domains that are also words. With a capital letter they begin a sentence after a
// forgotten space.
const wordDomains =
  'me|fr|es|eu|uk|de|link|shop|store|site|online|top|gift|app|co|tv|live|pro|club|fun|рф'
const otherDomains =
  'com|net|org|gg|io|ru|su|xyz|info|biz|cc|click|vip|dev|ly|gl|gd|ua|kz|pl|cz|nl|xn--[a-z0-9-]+'
const host = String.raw`(?<![\p{L}\p{N}])(?:[\p{L}\p{N}_-]+\.)+`
const end = String.raw`(?![\p{L}\p{N}])`

// These are web addresses without doubt.
const wholeAddresses = [
  /https?:|:\/\/|www\./i,
  // With any top-level domain, because URL shorteners use all kinds.
  new RegExp(String.raw`${host}\p{L}{2,}/[\p{L}\p{N}]`, 'u'),
]
const hostNames = [
  new RegExp(`${host}(?:${otherDomains})${end}`, 'iu'),
  new RegExp(`${host}(?:${wordDomains})${end}`, 'u'),
]

/** Whether a text contains a web address. Listings must not: links are how accounts are stolen. */
export function hasWebAddress(text: string): boolean {
  const read = normalizeDisplay(text)
  return [...wholeAddresses, ...hostNames].some((address) => address.test(read))
}

/** The same for a Discord name, which may contain dots: `max.de`, but not `discord.gg/max`. */
export function nameHasWebAddress(name: string): boolean {
  const read = normalizeDisplay(name)
  return wholeAddresses.some((address) => address.test(read))
}

/** A text as people and address bars read it: no invisible characters, and every dot as ".". */
function normalizeDisplay(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
}

/** The latest edit of a listing. */
interface NewestEdit {
  readonly revision: number
  readonly at: Date
}

/** An edit or a deletion, perhaps made offline. */
interface ArrivingEdit {
  /** The revision that the editor saw; null when unknown. */
  readonly seenRevision: number | null
  readonly secondsAgo: number
}

type ConflictResolution =
  | { readonly applies: false }
  | { readonly applies: true; readonly at: Date; readonly overtook: boolean }

/**
 * Of two edits that have not seen each other the later one wins. An edit that has seen the newest
 * one, or names no revision, applies. `at` is when it was made, never before the edit that it
 * replaces.
 */
export function resolveConflict(
  newest: NewestEdit,
  edit: ArrivingEdit,
  now: Date,
): ConflictResolution {
  const madeAt = new Date(now.getTime() - edit.secondsAgo * 1000)
  const overtook = edit.seenRevision !== null && edit.seenRevision < newest.revision
  if (overtook && newest.at > madeAt) return { applies: false }
  return { applies: true, at: madeAt > newest.at ? madeAt : newest.at, overtook }
}

/**
 * Whether two texts name the same Discord account. Case, a leading @ and the trailing #0 of old
 * programs do not matter. Anybody can choose any display name, so display names never count.
 */
export function isSameDiscordName(one: string, other: string): boolean {
  const name = accountName(one)
  return name !== '' && name === accountName(other)
}

function accountName(text: string): string {
  return text.trim().replace(/^@/, '').replace(/#0$/, '').toLowerCase()
}
