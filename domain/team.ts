/** LFG: a player looks for a group. LFT: a group looks for players, "looking for team members". */
export const listingTypes = ['LFG', 'LFT'] as const
export type ListingType = (typeof listingTypes)[number]

/** What players here like to do. */
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

/** Languages that players here speak, as ISO 639 codes: those of the site first. */
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

/** Why somebody says that a listing should not be there, in the order in which it is offered. */
export const reportReasons = ['spam', 'insult', 'fraud', 'minor_at_risk', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const ageLimits = { min: 13, max: 99 } as const
/** Hours that somebody has played. */
export const mostGameHours = 100_000
/** In UTF-16 units, as forms and the database count. */
export const longestDescription = 500
export const mostPlayStyles = 4
export const mostSpokenLanguages = 6
/** Unless it is renewed. */
export const listingLifetimeDays = 14
/** Live at once. */
export const mostListingsPerMaker = 5

export const newListing = {
  type: 'LFG',
  gameHours: 0,
  age: 18,
  hasMicrophone: true,
} as const satisfies Partial<ListingFields>

/** When somebody usually plays, by the clock of his place: from 20 to 23 o'clock in Europe/Paris. */
export interface UsualHours {
  /** Whole hours, 0 to 23; `to` below `from` is past midnight. */
  readonly from: number
  readonly to: number
  /** An IANA name, so that the hours stay right when clocks change. */
  readonly timeZone: string
}

/** What a player says of himself. */
export interface ListingFields {
  readonly type: ListingType
  readonly gameHours: number
  readonly age: number
  readonly hasMicrophone: boolean
  readonly description: string
  readonly discordUsername: string
  readonly languages: readonly SpokenLanguage[]
  readonly playStyles: readonly PlayStyle[]
  readonly usualHours: UsualHours | null
}

/** What a list is narrowed to; null and empty narrow nothing. */
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

/** A text as it is searched: neither case nor accents nor the width of spaces matter. */
export function searchable(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      // Small letters can depend on those beside them (σ, ς); capitals do not.
      .toUpperCase()
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** All that a search looks at. What is searched for holds no line break, so it matches in one of them. */
export function searchTextOf(
  listing: Pick<ListingFields, 'description' | 'discordUsername'>,
): string {
  return `${searchable(listing.description)}\n${searchable(listing.discordUsername)}`
}

/** Whether a listing is in the list that the filter asks for; the server's query says the same. */
export function matchesFilter(listing: ListingFields, filter: ListingFilter): boolean {
  const { search, type, hasMicrophone, language, playStyle } = filter
  return (
    (type === null || listing.type === type) &&
    (hasMicrophone === null || listing.hasMicrophone === hasMicrophone) &&
    (language === null || listing.languages.includes(language)) &&
    (playStyle === null || listing.playStyles.includes(playStyle)) &&
    searchTextOf(listing).includes(searchable(search))
  )
}

// These are words, too: with a capital letter they begin a sentence, and a space before it was forgotten.
const wordEnds =
  'me|fr|es|eu|uk|de|link|shop|store|site|online|top|gift|app|co|tv|live|pro|club|fun|рф'
const otherEnds =
  'com|net|org|gg|io|ru|su|xyz|info|biz|cc|click|vip|dev|ly|gl|gd|ua|kz|pl|cz|nl|xn--[a-z0-9-]+'
const host = String.raw`(?<![\p{L}\p{N}])(?:[\p{L}\p{N}_-]+\.)+`
const end = String.raw`(?![\p{L}\p{N}])`

// Nothing else can be meant.
const wholeAddresses = [
  /https?:|:\/\/|www\./i,
  // Whatever it ends with: short addresses have all kinds of ends.
  new RegExp(String.raw`${host}\p{L}{2,}/[\p{L}\p{N}]`, 'u'),
]
const hostNames = [
  new RegExp(`${host}(?:${otherEnds})${end}`, 'iu'),
  new RegExp(`${host}(?:${wordEnds})${end}`, 'u'),
]

/** Whether a text leads elsewhere. Listings may not: a stranger's link is how accounts are stolen. */
export function hasWebAddress(text: string): boolean {
  const read = asRead(text)
  return [...wholeAddresses, ...hostNames].some((address) => address.test(read))
}

/** The same of a Discord name, which may hold dots: `max.de` is one, `discord.gg/max` is none. */
export function nameHasWebAddress(name: string): boolean {
  const read = asRead(name)
  return wholeAddresses.some((address) => address.test(read))
}

/** A text as people and address bars read it: what cannot be seen parts nothing, and every dot is one. */
function asRead(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
}

/** How a listing was last edited. */
interface NewestEdit {
  readonly revision: number
  readonly at: Date
}

/** An edit, or a deletion, that may have waited until its maker was online. */
interface ArrivingEdit {
  /** The revision of the listing that he saw; null when he does not say. */
  readonly seenRevision: number | null
  readonly secondsAgo: number
}

type ConflictResolution =
  | { readonly applies: false }
  | { readonly applies: true; readonly at: Date; readonly overtook: boolean }

/**
 * Of two edits that did not know of each other the later one stays. An edit that saw the newest one,
 * or names no revision, applies. `at` is when it was made, never before the one that it replaces.
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
 * Whether two texts name the same account at Discord: case, an @ before it and the #0 that old
 * programs write behind it say nothing. A display name can be anybody's, so it never counts.
 */
export function isSameDiscordName(one: string, other: string): boolean {
  const name = accountName(one)
  return name !== '' && name === accountName(other)
}

function accountName(text: string): string {
  return text.trim().replace(/^@/, '').replace(/#0$/, '').toLowerCase()
}
