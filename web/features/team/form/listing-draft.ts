import * as z from 'zod/mini'
import {
  ageLimits,
  groupSizeLimits,
  listingTypes,
  longestDescription,
  mostGameHours,
  newListing,
  type ListingFields,
  type PublicListingFields,
} from '#domain/team.ts'
import { longestName } from '#domain/text-limits.ts'
import { readStoredJson, removeStored, writeStored } from '#web/app/browser-storage.ts'
import { fieldsOf, storedChoices } from '#web/features/team/store/stored-listing.ts'

const groupSize = z.int().check(z.minimum(groupSizeLimits.min), z.maximum(groupSizeLimits.max))

/**
 * The values of the listing form, with numbers as typed. Those that are missing or invalid in
 * storage are as in an empty form.
 */
export const listingDraft = z.object({
  type: z.catch(z.enum(listingTypes), newListing.type),
  gameHours: z.catch(typedText(20), String(newListing.gameHours)),
  age: z.catch(typedText(20), String(newListing.age)),
  hasMicrophone: z.catch(z.boolean(), newListing.hasMicrophone),
  groupSize: z.catch(groupSize, newListing.groupSize),
  description: z.catch(typedText(longestDescription), ''),
  /** Null until the field is edited: until then it shows the known name. */
  discordUsername: z.catch(z.nullable(typedText(longestName)), null),
  languages: z.catch(storedChoices.languages, []),
  playStyles: z.catch(storedChoices.playStyles, []),
  usualHours: z.catch(storedChoices.usualHours, null),
})
export type ListingDraft = z.output<typeof listingDraft>

export const emptyDraft = listingDraft.parse({})

function typedText(maxLength: number) {
  return z.pipe(
    z.string(),
    z.transform((text: string) => text.slice(0, maxLength)),
  )
}

export const numberLimits = {
  gameHours: { min: 0, max: mostGameHours, otherwise: newListing.gameHours },
  age: { ...ageLimits, otherwise: newListing.age },
}

export function draftOf(listing: PublicListingFields): ListingDraft {
  const fields = fieldsOf(listing)
  return { ...fields, gameHours: String(fields.gameHours), age: String(fields.age) }
}

/** The listing in a draft, with `knownName` if the Discord name was not edited. */
export function fieldsOfDraft(draft: ListingDraft, knownName = ''): ListingFields {
  return {
    ...draft,
    gameHours: clampNumber(draft.gameHours, numberLimits.gameHours),
    age: clampNumber(draft.age, numberLimits.age),
    description: draft.description.replaceAll(/\r\n?/g, '\n').trim(),
    discordUsername: (draft.discordUsername ?? knownName).trim(),
  }
}

/** Whether two drafts are the same listing; spaces around a text and the order of choices do not matter. */
export function isSameListing(one: ListingDraft, other: ListingDraft): boolean {
  return comparable(one) === comparable(other)
}

function comparable(draft: ListingDraft): string {
  const { usualHours: hours } = draft
  return JSON.stringify({
    ...fieldsOf(fieldsOfDraft(draft)),
    languages: draft.languages.toSorted(),
    playStyles: draft.playStyles.toSorted(),
    usualHours: hours && [hours.from, hours.to, hours.timeZone],
  })
}

export interface NumberLimits {
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
const storedDraft = z.object({
  draft: listingDraft,
  /** The listing when editing started; for a new one, the initial values. */
  basis: listingDraft,
  /** The revision of that version; null if the server had none. */
  basisRevision: z.catch(z.nullable(z.number()), null),
})
export type StoredDraft = z.output<typeof storedDraft>

/** Identifies the form: that of a new listing, or of the listing with this id. */
export type FormKey = 'new' | (string & {})

const storageKey = (form: FormKey): string => `listingDraft:${form}`

/** The unsent draft of a form in this tab, which survives a reload and visits to other pages. */
export function readStoredDraft(form: FormKey): StoredDraft | null {
  return storedDraft.safeParse(readStoredJson('sessionStorage', storageKey(form))).data ?? null
}

/** Stores a draft until the tab closes. */
export function storeDraft(form: FormKey, stored: StoredDraft): void {
  writeStored('sessionStorage', storageKey(form), JSON.stringify(stored))
}

export function removeDraft(form: FormKey): void {
  removeStored('sessionStorage', storageKey(form))
}
