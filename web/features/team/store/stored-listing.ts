import type { OwnTeamListing, TeamListing } from '#contract/team.ts'
import { haveLength } from '#domain/team-match.ts'
import {
  listingTypes,
  mostPlayStyles,
  mostSpokenLanguages,
  playStyles,
  spokenLanguages,
  type ListingFields,
  type UsualHours,
} from '#domain/team.ts'
import { isUuid } from '#domain/uuid.ts'
import type { ShownListing } from './shown-listings.ts'

/** An entry of the local-storage list `teamListings`: the specified fields, and ours. */
export interface StoredListing extends Omit<ShownListing, 'isOwn' | 'sending' | 'refusal'> {
  /** Whether the server returned it as the visitor's, or it was made in this browser. */
  readonly isMine: boolean
}

const states = ['live', 'ended', 'removed'] as const

/** Parses a stored entry; null if it is not a listing. Missing fields of ours get their defaults. */
export function readStoredListing(value: unknown): StoredListing | null {
  if (!isRecord(value)) return null
  const fields = readFields(value)
  const createdAt = readTime(value['createdAt'])
  const { id, creatorId, revision, removalReason } = value
  if (fields === null || createdAt === null || !isUuid(id) || !isUuid(creatorId)) return null
  const verified = isRecord(value['verified']) ? value['verified'] : {}
  return {
    ...fields,
    // In the server's format, so that they can be compared.
    id: id.toLowerCase(),
    creatorId: creatorId.toLowerCase(),
    createdAt,
    updatedAt: readTime(value['updatedAt']) ?? createdAt,
    expiresAt: readTime(value['expiresAt']),
    revision: readRevision(revision),
    verified: { discord: verified['discord'] === true, steam: verified['steam'] === true },
    isMine: value['isMine'] === true,
    state: states.find((state) => state === value['state']) ?? 'live',
    removalReason: typeof removalReason === 'string' ? removalReason : null,
  }
}

/** Converts a listing of the server to its stored form. */
export function storedOf(listing: TeamListing | OwnTeamListing, isMine: boolean): StoredListing {
  const { id, creatorId, createdAt, updatedAt, expiresAt, revision, verified } = listing
  return {
    ...fieldsOf(listing),
    id,
    creatorId,
    createdAt,
    updatedAt,
    expiresAt,
    revision,
    verified,
    isMine,
    state: 'state' in listing ? listing.state : 'live',
    removalReason: 'removalReason' in listing ? listing.removalReason : null,
  }
}

/** The fields that the author sets. */
export function fieldsOf(listing: ListingFields): ListingFields {
  const { type, gameHours, age, hasMicrophone, description, discordUsername } = listing
  const { languages, playStyles: styles, usualHours } = listing
  return {
    type,
    gameHours,
    age,
    hasMicrophone,
    description,
    discordUsername,
    languages,
    playStyles: styles,
    usualHours,
  }
}

/** Parses a stored revision; null if it is invalid. */
export function readRevision(value: unknown): number | null {
  return isNumber(value) && Number.isSafeInteger(value) && value > 0 ? value : null
}

function readFields(value: Record<string, unknown>): ListingFields | null {
  const { gameHours, age, hasMicrophone, description, discordUsername } = value
  const type = listingTypes.find((known) => known === value['type'])
  if (type === undefined || typeof hasMicrophone !== 'boolean') return null
  if (!isNumber(gameHours) || !isNumber(age)) return null
  if (!isNonBlank(description) || !isNonBlank(discordUsername)) return null
  return {
    type,
    gameHours,
    age,
    hasMicrophone,
    description,
    discordUsername,
    languages: readChoices(value['languages'], spokenLanguages, mostSpokenLanguages),
    playStyles: readChoices(value['playStyles'], playStyles, mostPlayStyles),
    usualHours: readUsualHours(value['usualHours']),
  }
}

function readTime(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isNonBlank(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

type Placed = Pick<TeamListing, 'id' | 'createdAt'>

/** Newest first, in the server's order. */
export function byNewest(one: Placed, other: Placed): number {
  return compare(other.createdAt, one.createdAt) || compare(other.id, one.id)
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The valid choices in a stored list, each once and at most `most`; empty if it is not a list. */
export function readChoices<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  most: number,
): readonly Choice[] {
  if (!Array.isArray(value)) return []
  const chosen = value.flatMap((item) => choices.find((choice) => choice === item) ?? [])
  return [...new Set(chosen)].slice(0, most)
}

/** Parses stored usual hours; null if they are missing or invalid. */
export function readUsualHours(value: unknown): UsualHours | null {
  if (typeof value !== 'object' || value === null) return null
  const { from, to, timeZone }: Record<string, unknown> = { ...value }
  if (!isHour(from) || !isHour(to) || typeof timeZone !== 'string') return null
  const hours = { from, to, timeZone }
  return haveLength(hours) ? hours : null
}

function isHour(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 23
}
