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

/** A listing as everybody sees it. Times are ISO 8601. */
export interface TeamListing extends ListingFields {
  readonly id: string
  /** The maker's `userId`. It proves nothing. */
  readonly creatorId: string
  readonly createdAt: string
  /** When it was last edited. */
  readonly updatedAt: string
  /** It is shown until then. */
  readonly expiresAt: string
  /** Rises with every change. */
  readonly revision: number
  readonly verified: VerifiedMarks
}

/** What the maker has proven, by signing in. */
export interface VerifiedMarks {
  /** The Discord name is that of the account he signed in with. */
  readonly discord: boolean
  /** His account has a Steam ID, proven through Steam. */
  readonly steam: boolean
}

/** A listing of one's own; only its maker sees those that are not live. */
export interface OwnTeamListing extends TeamListing {
  readonly state: 'live' | 'ended' | 'removed'
  /** What the staff said when it removed the listing. */
  readonly removalReason: string | null
}

/**
 * Query of `GET /api/team-listings`. The answer is a list of live ones, the newest first;
 * `X-Total-Count` says how many there are, and `Link` with `rel="next"` where the next page is.
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
  description: without(hasWebAddress, readableLines(longestDescription)),
  discordUsername: without(nameHasWebAddress, discordUsername),
  languages: distinct(z.array(z.enum(spokenLanguages)).max(mostSpokenLanguages)),
  playStyles: distinct(z.array(z.enum(playStyles)).max(mostPlayStyles)),
  usualHours: usualHours.nullable(),
}

/**
 * Body of `POST /api/team-listings`. A browser that made the listing before it could send it gives
 * its id, and in `Authorization: Bearer` the secret that shall prove its maker; the same request once
 * more answers the same.
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

/** Answer of `POST /api/team-listings`: the only one that has the secret. */
export interface MadeTeamListing extends TeamListing {
  readonly secret: string
}

/** The revision of the listing that an editor saw. */
const revision = z.int().min(1)
/** How long ago he edited; clocks of players are not to be trusted, but their differences are. */
const editedSecondsAgo = z.int().min(0).max(31_536_000)

/** Body of `PATCH /api/team-listings/:id`; refused with `listing_changed` when the listing was edited later. */
export const changeTeamListingRequest = z
  .object({ ...fields, revision, editedSecondsAgo })
  .partial()
export type ChangeTeamListingRequest = z.output<typeof changeTeamListingRequest>

/** Query of `DELETE /api/team-listings/:id`, which is refused like an edit. */
export const deleteTeamListingQuery = z.object({
  revision: z.coerce.number().pipe(revision).optional(),
  editedSecondsAgo: z.coerce.number().pipe(editedSecondsAgo).optional(),
})

/** Answer of `PATCH /api/team-listings/:id`. */
export interface ChangedTeamListing extends TeamListing {
  /** Whether it replaced an edit made elsewhere, which its editor had not seen. */
  readonly overtook: boolean
}

/** Body of `POST /api/team-listings/:id/reports`, answered with 204, also to who reports it again. */
export const reportTeamListingRequest = z.object({
  reason: z.enum(reportReasons),
  note: z.union([z.literal(''), readableLines(300)]).default(''),
})

/** Looks at what `text` lets pass alone: at a body's worth of letters it would look for minutes. */
function without(hasAddress: (text: string) => boolean, text: z.ZodType<string>) {
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
