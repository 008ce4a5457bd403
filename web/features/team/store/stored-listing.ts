import * as z from 'zod/mini'
import { uuid, validEntries } from '#contract/fields.ts'
import {
  listingRevision,
  storedHours,
  teamListing,
  type OwnTeamListing,
  type TeamListing,
} from '#contract/team.ts'
import {
  mostPlayStyles,
  mostSpokenLanguages,
  newListing,
  playStyles,
  spokenLanguages,
  type ListingFields,
  type PublicListingFields,
} from '#domain/team.ts'

/** In the server's format, so that they can be compared. */
const time = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text: string) => new Date(text).toISOString()),
)
const laterTime = z.catch(z.nullable(time), null)
const nonBlank = z.string().check(z.refine((text) => text.trim() !== ''))
const mark = z.catch(z.boolean(), false)

/** Choices in storage: without invalid and repeated ones, and those beyond the limit. */
export const storedChoices = {
  languages: choices(spokenLanguages, mostSpokenLanguages),
  playStyles: choices(playStyles, mostPlayStyles),
  usualHours: z.nullable(storedHours),
}

function choices<Choice extends string>(known: readonly Choice[], most: number) {
  return z.pipe(
    validEntries(z.enum(known)),
    z.transform((chosen: readonly Choice[]): readonly Choice[] =>
      [...new Set(chosen)].slice(0, most),
    ),
  )
}

/**
 * An entry of the local-storage list `teamListings`: the specified fields, and ours. Missing fields
 * of ours get their defaults.
 */
export const storedListing = z.pipe(
  z.object({
    ...teamListing.shape,
    description: nonBlank,
    discordUsername: nonBlank,
    groupSize: z.catch(z.number(), newListing.groupSize),
    languages: z.catch(storedChoices.languages, []),
    playStyles: z.catch(storedChoices.playStyles, []),
    usualHours: z.catch(storedChoices.usualHours, null),
    id: uuid,
    creatorId: uuid,
    createdAt: time,
    updatedAt: laterTime,
    /** Null until the server has the listing. */
    expiresAt: laterTime,
    /** Null until the server has the listing. */
    revision: z.catch(z.nullable(listingRevision), null),
    verified: z.catch(z.object({ discord: mark, steam: mark }), { discord: false, steam: false }),
    /** Whether the server returned it as the visitor's, or it was made in this browser. */
    isMine: mark,
    state: z.catch(z.enum(['live', 'ended', 'removed']), 'live'),
    /** The reason that the staff gave for removing the listing. */
    removalReason: z.catch(z.nullable(z.string()), null),
  }),
  z.transform((listing) => ({ ...listing, updatedAt: listing.updatedAt ?? listing.createdAt })),
)
export type StoredListing = z.output<typeof storedListing>

/**
 * Converts a listing of the server to its stored form. Public answers hide the age of a minor, so
 * the author's comes from `ownCopy`.
 */
export function storedOf(
  listing: TeamListing | OwnTeamListing,
  isMine: boolean,
  ownCopy?: StoredListing | null,
): StoredListing {
  const age = listing.age ?? ownCopy?.age ?? null
  return { state: 'live', removalReason: null, ...listing, age, isMine }
}

/** The fields that the author sets. */
export function fieldsOf(listing: PublicListingFields): ListingFields {
  return {
    type: listing.type,
    gameHours: listing.gameHours,
    // Only other players' listings have none.
    age: listing.age ?? newListing.age,
    hasMicrophone: listing.hasMicrophone,
    groupSize: listing.groupSize,
    description: listing.description,
    discordUsername: listing.discordUsername,
    languages: listing.languages,
    playStyles: listing.playStyles,
    usualHours: listing.usualHours,
  }
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
