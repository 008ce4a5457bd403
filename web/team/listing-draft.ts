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
} from '#domain/team-listings.ts'
import { readChoices, readUsualHours } from './read-choices.ts'
import { settleNumber } from './typed-number.ts'

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

export function settleHours(text: string): number {
  return settleNumber(text, { min: 0, max: mostGameHours, otherwise: newListing.gameHours })
}

export function settleAge(text: string): number {
  return settleNumber(text, { ...ageLimits, otherwise: newListing.age })
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
export function settledFields(draft: ListingDraft, knownName = ''): ListingFields {
  return {
    ...draft,
    gameHours: settleHours(draft.gameHours),
    age: settleAge(draft.age),
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
    settledFields(draft)
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
