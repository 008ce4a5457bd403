import * as z from 'zod/mini'
import { haveLength } from '#domain/team-match.ts'
import {
  ageLimits,
  groupSizeLimits,
  hasWebAddress,
  listingTypes,
  longestDescription,
  mostGameHours,
  mostPlayStyles,
  mostSpokenLanguages,
  nameHasWebAddress,
  newListing,
  playStyles,
  reportReasons,
  spokenLanguages,
} from '#domain/team.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { longestRemovalReason, longestReport } from '#domain/text-limits.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { cursor, discordUsername, list, nextCursor, readableLines, search, uuid } from './fields.ts'

/** A public listing. Times are ISO 8601. */
export const teamListing = z.object({
  type: z.enum(listingTypes),
  gameHours: z.number(),
  /** Null below 18: only the author sees it. */
  age: z.nullable(z.number()),
  hasMicrophone: z.boolean(),
  groupSize: z.number(),
  description: z.string(),
  discordUsername: z.string(),
  languages: list(z.enum(spokenLanguages)),
  playStyles: list(z.enum(playStyles)),
  usualHours: z.nullable(z.object({ from: z.number(), to: z.number(), timeZone: z.string() })),
  id: z.string(),
  /** The maker's `userId`. It is public and proves nothing. */
  creatorId: z.string(),
  createdAt: z.string(),
  /** When it was last edited. */
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** Increases with every change. */
  revision: z.number(),
  /** What the maker has proven by signing in. */
  verified: z.object({
    /** The Discord name is that of the account they signed in with. */
    discord: z.boolean(),
    /** Their account has a Steam ID, proven through Steam. */
    steam: z.boolean(),
  }),
})
export type TeamListing = z.output<typeof teamListing>
export type VerifiedMarks = TeamListing['verified']

/** A listing as it is after making, changing, renewing or restoring it; otherwise only its id. */
export const teamListingEvent = z.union([
  z.object({ change: z.enum(['made', 'changed']), listing: teamListing }),
  z.object({ change: z.literal('gone'), id: z.string() }),
])
export type TeamListingEvent = z.output<typeof teamListingEvent>

/** A listing in the answers to its maker, who sees their own age. */
const makersListing = z.extend(teamListing, { age: z.number() })
export type MakersListing = z.output<typeof makersListing>

const lifecycle = {
  state: z.enum(['live', 'ended', 'removed']),
  removalReason: z.nullable(z.string()),
}

/** A listing as its maker sees it, live or not. */
const ownTeamListing = z.extend(makersListing, lifecycle)
export type OwnTeamListing = z.output<typeof ownTeamListing>

const listingsPath = '/api/team-listings'
const oneListing = {
  who: 'anybody',
  params: z.object({ id: uuid }),
  unknown: 'listing_not_found',
} as const

/**
 * Live listings, the newest first; `X-Total-Count` has their number, and `Link` with `rel="next"` the
 * address of the next page.
 */
export const listListings = get(listingsPath, {
  who: 'anybody',
  query: z.object({
    search,
    type: z.optional(z.enum(listingTypes)),
    hasMicrophone: z.optional(z.stringbool()),
    language: z.optional(z.enum(spokenLanguages)),
    playStyle: z.optional(z.enum(playStyles)),
    cursor,
  }),
  answer: list(teamListing),
})

export const readListing = get(`${listingsPath}/:id`, { ...oneListing, answer: teamListing })

/** Not below the others: next to their `:id` Hono would drop its fast router for all routes. */
export const listOwnListings = get('/api/own-team-listings', {
  who: 'anybody',
  answer: list(ownTeamListing),
})

/** The secret that proves who made a listing: 32 random bytes in base64url. */
export const makerSecret = z.string().check(z.regex(/^[\w-]{43}$/))

const hour = z.int().check(z.minimum(0), z.maximum(23))

function usualHoursIn(timeZone: z.ZodMiniType<string, string>) {
  return z
    .object({ from: hour, to: hour, timeZone })
    .check(z.refine(haveLength, { path: ['to'], params: { code: 'hours_equal' } }))
}

/** Hours as this device has them: another browser may know more time zones. */
export const storedHours = usualHoursIn(z.string())

const knownTimeZone = z
  .string()
  .check(z.maxLength(50), z.refine(isTimeZone, { params: { code: 'time_zone_unknown' } }))

const fields = {
  type: z.enum(listingTypes),
  gameHours: z.int().check(z.minimum(0), z.maximum(mostGameHours)),
  age: z.int().check(z.minimum(ageLimits.min), z.maximum(ageLimits.max)),
  hasMicrophone: z.boolean(),
  groupSize: z.int().check(z.minimum(groupSizeLimits.min), z.maximum(groupSizeLimits.max)),
  description: withoutWebAddress(hasWebAddress, readableLines(longestDescription)),
  discordUsername: withoutWebAddress(nameHasWebAddress, discordUsername),
  languages: z
    .array(z.enum(spokenLanguages))
    .check(
      z.maxLength(mostSpokenLanguages),
      z.refine(isDistinct, { params: { code: 'repeated' } }),
    ),
  playStyles: z
    .array(z.enum(playStyles))
    .check(z.maxLength(mostPlayStyles), z.refine(isDistinct, { params: { code: 'repeated' } })),
  usualHours: z.nullable(usualHoursIn(knownTimeZone)),
}

/** What the form of a listing checks before it is sent. */
export const listingForm = z.object({ ...fields, usualHours: z.nullable(storedHours) })

const newTeamListing = z.object({
  ...fields,
  id: z.optional(uuid),
  creatorId: z.optional(uuid),
  groupSize: z._default(fields.groupSize, newListing.groupSize),
  languages: z._default(fields.languages, []),
  playStyles: z._default(fields.playStyles, []),
  usualHours: z._default(fields.usualHours, null),
})
export type MakeTeamListingRequest = z.output<typeof newTeamListing>

/** The only answer with the secret. */
const madeTeamListing = z.extend(makersListing, { secret: z.string() })
export type MadeTeamListing = z.output<typeof madeTeamListing>

/**
 * A browser that made the listing offline sends its id and, in `Authorization: Bearer`, the secret
 * that proves its maker from then on. Repeating the request gives the same answer, with 200.
 */
export const makeListing = post(listingsPath, {
  who: 'anybody',
  body: newTeamListing,
  answer: madeTeamListing,
  status: 201,
})

/** The revision of the listing that an editor saw. */
export const listingRevision = z.int().check(z.minimum(1))
/** A year. */
export const longestEditAgeSeconds = 31_536_000
/** How long ago they edited: a player's clock can be wrong, but measures a duration well. */
const editedSecondsAgo = z.int().check(z.minimum(0), z.maximum(longestEditAgeSeconds))

const changedFields = z.partial(
  z.object({ ...fields, revision: listingRevision, editedSecondsAgo }),
)
export type ChangeTeamListingRequest = z.output<typeof changedFields>

const changedTeamListing = z.extend(makersListing, {
  /** Whether it replaced an edit from elsewhere that its editor had not seen. */
  overtook: z.boolean(),
})

/** Refused with `listing_changed` after a later edit. */
export const changeListing = patch(`${listingsPath}/:id`, {
  ...oneListing,
  body: changedFields,
  answer: changedTeamListing,
})

/** Refused like an edit. */
export const deleteListing = remove(`${listingsPath}/:id`, {
  ...oneListing,
  query: z.object({
    revision: z.optional(z.pipe(z.coerce.number(), listingRevision)),
    editedSecondsAgo: z.optional(z.pipe(z.coerce.number(), editedSecondsAgo)),
  }),
})

export const renewListing = post(`${listingsPath}/:id/renewal`, {
  ...oneListing,
  answer: makersListing,
})

/** May be repeated. */
export const reportListing = post(`${listingsPath}/:id/reports`, {
  ...oneListing,
  body: z.object({
    reason: z.enum(reportReasons),
    note: z._default(z.union([z.literal(''), readableLines(longestReport)]), ''),
  }),
})

const teamListingReport = z.object({
  reason: z.enum(reportReasons),
  note: z.string(),
  reportedAt: z.string(),
})
export type TeamListingReport = z.output<typeof teamListingReport>

export const adminTeamListing = z.extend(teamListing, {
  ...lifecycle,
  removedAt: z.nullable(z.string()),
  /** Open ones, the newest first. */
  reports: list(teamListingReport),
  /** Those that its maker's account has linked, by which they can be banned. */
  steamIds: list(z.string()),
})
export type AdminTeamListing = z.output<typeof adminTeamListing>

export const searchListings = get('/api/admin/team-listings', {
  who: 'team.moderate',
  query: z.object({
    /** A part of the description, the name or the id; a whole id finds its listing in any state. */
    search,
    /** Listings with open reports, the most reported first; live ones; removed ones. */
    shown: z._default(z.enum(['reported', 'live', 'removed']), 'reported'),
    cursor,
  }),
  answer: z.object({ listings: list(adminTeamListing), nextCursor }),
})

const moderated = { ...oneListing, who: 'team.moderate', answer: adminTeamListing } as const

export const removalReason = readableLines(longestRemovalReason)
const moderation = z.union([
  z.object({ removed: z.literal(true), reason: removalReason }),
  z.object({ removed: z.literal(false) }),
])
export type ModerateTeamListingRequest = z.output<typeof moderation>

/** Takes it off the list, with a reason for its maker, or puts it back. Closes its reports. */
export const moderateListing = patch('/api/admin/team-listings/:id', {
  ...moderated,
  body: moderation,
})

/** Closes those made until then, the newest that was read: one that has come since stays open. */
export const closeReports = remove('/api/admin/team-listings/:id/reports', {
  ...moderated,
  query: z.object({ until: z.iso.datetime() }),
})

/** Searches only text of the right length: searching a whole request body would take minutes. */
function withoutWebAddress(
  hasAddress: (text: string) => boolean,
  text: z.ZodMiniType<string, string>,
) {
  return z.pipe(
    text,
    z.string().check(
      z.refine((value) => !hasAddress(value), {
        params: { code: 'web_address' },
        message: 'Links are not allowed here: players contact you by your Discord name.',
      }),
    ),
  )
}

function isDistinct(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length
}
