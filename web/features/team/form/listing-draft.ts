import {
  ageLimits,
  listingTypes,
  longestDescription,
  mostGameHours,
  mostPlayStyles,
  mostSpokenLanguages,
  newListing,
  playStyles,
  spokenLanguages,
  type ListingFields,
  type ListingType,
  type PlayStyle,
  type SpokenLanguage,
  type UsualHours,
} from '#domain/team.ts'
import { readStoredJson, removeStored, writeStored } from '#web/app/browser-storage.ts'
import { readChoices, readUsualHours } from '#web/features/team/store/stored-listing.ts'

/** The values of the listing form, with numbers as typed. */
export interface ListingDraft {
  readonly type: ListingType
  readonly gameHours: string
  readonly age: string
  readonly hasMicrophone: boolean
  readonly description: string
  /** Null until the field is edited: until then it shows the known name. */
  readonly discordUsername: string | null
  readonly languages: readonly SpokenLanguage[]
  readonly playStyles: readonly PlayStyle[]
  readonly usualHours: UsualHours | null
}

/** The initial values of a new listing. */
export const emptyDraft: ListingDraft = {
  ...newListing,
  gameHours: String(newListing.gameHours),
  age: String(newListing.age),
  description: '',
  discordUsername: null,
  languages: [],
  playStyles: [],
  usualHours: null,
}

export function clampGameHours(text: string): number {
  return clampNumber(text, { min: 0, max: mostGameHours, otherwise: newListing.gameHours })
}

export function clampAge(text: string): number {
  return clampNumber(text, { ...ageLimits, otherwise: newListing.age })
}

export function draftOf(fields: ListingFields): ListingDraft {
  const { type, hasMicrophone, description, discordUsername } = fields
  return {
    type,
    gameHours: String(fields.gameHours),
    age: String(fields.age),
    hasMicrophone,
    description,
    discordUsername,
    languages: fields.languages,
    playStyles: fields.playStyles,
    usualHours: fields.usualHours,
  }
}

/** The listing in a draft, with `knownName` if the Discord name was not edited. */
export function fieldsOfDraft(draft: ListingDraft, knownName = ''): ListingFields {
  return {
    ...draft,
    gameHours: clampGameHours(draft.gameHours),
    age: clampAge(draft.age),
    description: draft.description.replaceAll(/\r\n?/g, '\n').trim(),
    discordUsername: (draft.discordUsername ?? knownName).trim(),
  }
}

/** Whether two drafts are the same listing; spaces around a text and the order of choices do not matter. */
export function isSameListing(one: ListingDraft, other: ListingDraft): boolean {
  return comparable(one) === comparable(other)
}

function comparable(draft: ListingDraft): string {
  const { type, gameHours, age, hasMicrophone, description, discordUsername, usualHours } =
    fieldsOfDraft(draft)
  return JSON.stringify([
    type,
    gameHours,
    age,
    hasMicrophone,
    description,
    discordUsername,
    draft.languages.toSorted(),
    draft.playStyles.toSorted(),
    usualHours && [usualHours.from, usualHours.to, usualHours.timeZone],
  ])
}

/** Parses a stored draft. Missing and invalid values are as in an empty form. */
export function parseDraft(value: unknown): ListingDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const stored: Record<string, unknown> = { ...value }
  const name = stored['discordUsername']
  const hasMicrophone = stored['hasMicrophone']
  return {
    type: listingTypes.find((type) => type === stored['type']) ?? emptyDraft.type,
    gameHours: textOf(stored['gameHours'], 20) ?? emptyDraft.gameHours,
    age: textOf(stored['age'], 20) ?? emptyDraft.age,
    hasMicrophone: typeof hasMicrophone === 'boolean' ? hasMicrophone : emptyDraft.hasMicrophone,
    description: textOf(stored['description'], longestDescription) ?? '',
    discordUsername: textOf(name, 100),
    languages: readChoices(stored['languages'], spokenLanguages, mostSpokenLanguages),
    playStyles: readChoices(stored['playStyles'], playStyles, mostPlayStyles),
    usualHours: readUsualHours(stored['usualHours']),
  }
}

function textOf(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' ? value.slice(0, maxLength) : null
}

interface NumberLimits {
  readonly min: number
  readonly max: number
  /** The result for a text that is not a number. */
  readonly otherwise: number
}

/**
 * Converts a typed text to an integer within the limits. Thousands separators are accepted, and
 * text after the number is ignored: `1 200 h` is 1200.
 */
export function clampNumber(text: string, { min, max, otherwise }: NumberLimits): number {
  const spaceless = text
    .normalize('NFKC')
    .replaceAll(/[\s’']/g, '')
    .replace('−', '-')
  const typed = /^[+-]?\d+(?:[.,]\d{3}(?!\d))*/.exec(spaceless)?.[0]
  if (typed === undefined) return otherwise
  const value = Number(typed.replaceAll(/[.,]/g, ''))
  return Math.min(max, Math.max(min, value))
}

/** A draft, and the version of the listing that it is based on. */
export interface StoredDraft {
  readonly draft: ListingDraft
  /** The listing when editing started; for a new one, the initial values. */
  readonly basis: ListingDraft
  /** The revision of that version; null if the server had none. */
  readonly basisRevision: number | null
}

/** Identifies the form: that of a new listing, or of the listing with this id. */
export type FormKey = 'new' | (string & {})

const storageKey = (form: FormKey): string => `listingDraft:${form}`

/** The unsent draft of a form in this tab, which survives a reload and visits to other pages. */
export function readStoredDraft(form: FormKey): StoredDraft | null {
  const value = readStoredJson('sessionStorage', storageKey(form))
  if (typeof value !== 'object' || value === null) return null
  const stored: Record<string, unknown> = { ...value }
  const draft = parseDraft(stored['draft'])
  const basis = parseDraft(stored['basis'])
  const revision = stored['basisRevision']
  if (draft === null || basis === null) return null
  return { draft, basis, basisRevision: typeof revision === 'number' ? revision : null }
}

/** Stores a draft until the tab closes. */
export function storeDraft(form: FormKey, stored: StoredDraft): void {
  writeStored('sessionStorage', storageKey(form), JSON.stringify(stored))
}

export function removeDraft(form: FormKey): void {
  removeStored('sessionStorage', storageKey(form))
}
