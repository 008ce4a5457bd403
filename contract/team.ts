import { z } from 'zod'
import {
  ageLimits,
  hasWebAddress,
  listingTypes,
  longestDescription,
  mostGameHours,
  mostPlayStyles,
  mostSpokenLanguages,
  nameHasWebAddress,
  playStyles,
  reportReasons,
  spokenLanguages,
  type ListingFields,
} from '#domain/team.ts'
import { cursor, discordUsername, readableLines, search, uuid } from './fields.ts'

/** A public listing. Times are ISO 8601. */
export interface TeamListing extends ListingFields {
  readonly id: string
  /** The maker's `userId`. It is public and proves nothing. */
  readonly creatorId: string
  readonly createdAt: string
  /** When it was last edited. */
  readonly updatedAt: string
  readonly expiresAt: string
  /** Increases with every change. */
  readonly revision: number
  readonly verified: VerifiedMarks
}

/** What the maker has proven by signing in. */
export interface VerifiedMarks {
  /** The Discord name is that of the account they signed in with. */
  readonly discord: boolean
  /** Their account has a Steam ID, proven through Steam. */
  readonly steam: boolean
}

/** A listing as its maker sees it, live or not. */
export interface OwnTeamListing extends TeamListing {
  readonly state: 'live' | 'ended' | 'removed'
  /** The staff's reason for removing the listing. */
  readonly removalReason: string | null
}

/**
 * Query of `GET /api/team-listings`. Answers live listings, the newest first; `X-Total-Count` has
 * their number, and `Link` with `rel="next"` the address of the next page.
 */
export const teamListingsQuery = z.object({
  search,
  type: z.enum(listingTypes).optional(),
  hasMicrophone: z.stringbool().optional(),
  language: z.enum(spokenLanguages).optional(),
  playStyle: z.enum(playStyles).optional(),
  cursor,
})

/** The secret that proves who made a listing: 32 random bytes in base64url. */
export const makerSecret = z.string().regex(/^[\w-]{43}$/)

const usualHours = z
  .object({
    from: z.int().min(0).max(23),
    to: z.int().min(0).max(23),
    timeZone: z
      .string()
      .max(50)
      .refine(isTimeZone, { params: { code: 'time_zone_unknown' } }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], params: { code: 'hours_equal' } })

const fields = {
  type: z.enum(listingTypes),
  gameHours: z.int().min(0).max(mostGameHours),
  age: z.int().min(ageLimits.min).max(ageLimits.max),
  hasMicrophone: z.boolean(),
  description: withoutWebAddress(hasWebAddress, readableLines(longestDescription)),
  discordUsername: withoutWebAddress(nameHasWebAddress, discordUsername),
  languages: distinct(z.array(z.enum(spokenLanguages)).max(mostSpokenLanguages)),
  playStyles: distinct(z.array(z.enum(playStyles)).max(mostPlayStyles)),
  usualHours: usualHours.nullable(),
}

/**
 * Body of `POST /api/team-listings`. A browser that made the listing offline sends its id and, in
 * `Authorization: Bearer`, the secret that proves its maker from then on. Repeating the request
 * gives the same answer.
 */
export const makeTeamListingRequest = z.object({
  ...fields,
  id: uuid.optional(),
  creatorId: uuid.optional(),
  languages: fields.languages.default([]),
  playStyles: fields.playStyles.default([]),
  usualHours: fields.usualHours.default(null),
})
export type MakeTeamListingRequest = z.output<typeof makeTeamListingRequest>

/** Answer of `POST /api/team-listings`: the only answer with the secret. */
export interface MadeTeamListing extends TeamListing {
  readonly secret: string
}

/** The revision of the listing that an editor saw. */
const revision = z.int().min(1)
/** How long ago they edited: a player's clock can be wrong, but measures a duration well. */
const editedSecondsAgo = z.int().min(0).max(31_536_000)

/** Body of `PATCH /api/team-listings/:id`; refused with `listing_changed` after a later edit. */
export const changeTeamListingRequest = z
  .object({ ...fields, revision, editedSecondsAgo })
  .partial()
export type ChangeTeamListingRequest = z.output<typeof changeTeamListingRequest>

/** Query of `DELETE /api/team-listings/:id`, refused like an edit. */
export const deleteTeamListingQuery = z.object({
  revision: z.coerce.number().pipe(revision).optional(),
  editedSecondsAgo: z.coerce.number().pipe(editedSecondsAgo).optional(),
})

/** Answer of `PATCH /api/team-listings/:id`. */
export interface ChangedTeamListing extends TeamListing {
  /** Whether it replaced an edit from elsewhere that its editor had not seen. */
  readonly overtook: boolean
}

/** Body of `POST /api/team-listings/:id/reports`; answers 204, also when repeated. */
export const reportTeamListingRequest = z.object({
  reason: z.enum(reportReasons),
  note: z.union([z.literal(''), readableLines(300)]).default(''),
})

/** Searches only text of the right length: searching a whole request body would take minutes. */
function withoutWebAddress(hasAddress: (text: string) => boolean, text: z.ZodType<string>) {
  return text.pipe(
    z.string().refine((value) => !hasAddress(value), {
      params: { code: 'web_address' },
      message: 'Links are not allowed here: players contact you by your Discord name.',
    }),
  )
}

function distinct<Item>(list: z.ZodType<Item[]>) {
  return list.refine((items) => new Set(items).size === items.length, {
    params: { code: 'repeated' },
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
