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

/** The listing's form as it stands, numbers as they were typed. */
export interface ListingDraft {
  readonly type: ListingType
  readonly gameHours: string
  readonly age: string
  readonly hasMicrophone: boolean
  readonly description: string
  /** Null as long as nobody has touched it: then the name that is known stands there. */
  readonly discordUsername: string | null
  readonly languages: readonly SpokenLanguage[]
  readonly playStyles: readonly PlayStyle[]
  readonly usualHours: UsualHours | null
}

/** What the form of a new listing starts with. */
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

/** The listing that the form says, with `knownName` where no Discord name was typed. */
export function fieldsOfDraft(draft: ListingDraft, knownName = ''): ListingFields {
  return {
    ...draft,
    gameHours: clampGameHours(draft.gameHours),
    age: clampAge(draft.age),
    description: draft.description.replaceAll(/\r\n?/g, '\n').trim(),
    discordUsername: (draft.discordUsername ?? knownName).trim(),
  }
}

/** Whether two forms say the same listing; neither spaces around a text nor the order of choices matter. */
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

/** Reads a draft that was kept as JSON. What is missing or not ours is as in an empty form. */
export function parseDraft(value: unknown): ListingDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const kept: Record<string, unknown> = { ...value }
  const name = kept['discordUsername']
  const hasMicrophone = kept['hasMicrophone']
  return {
    type: listingTypes.find((type) => type === kept['type']) ?? emptyDraft.type,
    gameHours: textOf(kept['gameHours'], 20) ?? emptyDraft.gameHours,
    age: textOf(kept['age'], 20) ?? emptyDraft.age,
    hasMicrophone: typeof hasMicrophone === 'boolean' ? hasMicrophone : emptyDraft.hasMicrophone,
    description: textOf(kept['description'], longestDescription) ?? '',
    discordUsername: textOf(name, 100),
    languages: readChoices(kept['languages'], spokenLanguages, mostSpokenLanguages),
    playStyles: readChoices(kept['playStyles'], playStyles, mostPlayStyles),
    usualHours: readUsualHours(kept['usualHours']),
  }
}

function textOf(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' ? value.slice(0, maxLength) : null
}

interface NumberLimits {
  readonly min: number
  readonly max: number
  /** What stands for a text that is no number. */
  readonly otherwise: number
}

/**
 * The whole number that a typed text stands for, brought within its limits. Signs that set
 * thousands apart are taken as such, and what follows a number is left out: `1 200 h` is 1200.
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

/** What was typed, and the listing that it was typed into. */
export interface KeptDraft {
  readonly draft: ListingDraft
  /** How the listing stood when it was begun; for a new one, what the form started with. */
  readonly basis: ListingDraft
  /** The revision of that; null where the server had none. */
  readonly basisRevision: number | null
}

/** Which form: the one for a new listing, or that of the listing with this id. */
export type FormKey = 'new' | (string & {})

const storageKey = (form: FormKey): string => `listingDraft:${form}`

/** What was typed into a form in this tab and not posted; a reload or another page does not cost it. */
export function readKeptDraft(form: FormKey): KeptDraft | null {
  const value = readStoredJson('sessionStorage', storageKey(form))
  if (typeof value !== 'object' || value === null) return null
  const kept: Record<string, unknown> = { ...value }
  const draft = parseDraft(kept['draft'])
  const basis = parseDraft(kept['basis'])
  const revision = kept['basisRevision']
  if (draft === null || basis === null) return null
  return { draft, basis, basisRevision: typeof revision === 'number' ? revision : null }
}

/** Keeps what was typed, for as long as the tab lives. */
export function keepDraft(form: FormKey, kept: KeptDraft): void {
  writeStored('sessionStorage', storageKey(form), JSON.stringify(kept))
}

export function forgetDraft(form: FormKey): void {
  removeStored('sessionStorage', storageKey(form))
}
