import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely'
import type { MakersListing, OwnTeamListing, TeamListing } from '#contract/team.ts'
import { adultAge, isSameDiscordName, searchTextOf, type ListingFields } from '#domain/team.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import type { Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

type ListingRow = Pick<Row<'team_listings'>, (typeof shownColumns)[number]>

/** A listing with the proofs of its maker. */
export interface ListingRecord extends ListingRow {
  readonly account_discord_username: string | null
  readonly has_steam_claim: boolean
}

/** The columns that may be shown, without the hash of its secret. */
const shownColumns = [
  'id',
  'creator_id',
  'type',
  'game_hours',
  'age',
  'has_microphone',
  'group_size',
  'description',
  'discord_username',
  'languages',
  'play_styles',
  'usual_hours',
  'revision',
  'created_at',
  'edited_at',
  'expires_at',
  'removed_at',
  'removal_reason',
] as const

/** Not `exists`, for which Postgres would read the claims of all players first. */
const hasSteamClaim = sql<boolean>`(
  select true from steam_claims where steam_claims.user_id = team_listings.user_id limit 1
) is not null`

/** All listings that were not deleted, as `ListingRecord`. */
export function selectListings(db: Kysely<Schema>) {
  return db
    .selectFrom('team_listings')
    .leftJoin('users', 'users.id', 'team_listings.user_id')
    .select(shownColumns.map((column) => `team_listings.${column}` as const))
    .select('users.discord_username as account_discord_username')
    .select(hasSteamClaim.as('has_steam_claim'))
    .where('team_listings.deleted_at', 'is', null)
}

export function isLive(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    team_listings.deleted_at is null and team_listings.removed_at is null
    and team_listings.expires_at > ${now}
  )`
}

/** Refuses with `listing_not_found`. */
export async function readListing(db: Kysely<Schema>, id: string): Promise<ListingRecord> {
  const listing = await selectListings(db).where('team_listings.id', '=', id).executeTakeFirst()
  if (!listing) throw new ServiceError('listing_not_found')
  return listing
}

/** Locks a listing for a change. Refuses with `listing_not_found`, also for a deleted one. */
export async function lockListing(trx: Trx, id: string): Promise<Row<'team_listings'>> {
  const listing = await trx
    .selectFrom('team_listings')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!listing) throw new ServiceError('listing_not_found')
  return listing
}

/** The fields as columns. The same fields always give the same columns, which can be compared. */
export function columnsOf(fields: ListingFields) {
  const { usualHours } = fields
  return {
    type: fields.type,
    game_hours: fields.gameHours,
    age: fields.age,
    has_microphone: fields.hasMicrophone,
    group_size: fields.groupSize,
    description: fields.description,
    discord_username: fields.discordUsername,
    languages: [...fields.languages],
    play_styles: [...fields.playStyles],
    usual_hours:
      usualHours &&
      JSON.stringify({
        from: usualHours.from,
        to: usualHours.to,
        timeZone: usualHours.timeZone,
      }),
    search_text: searchTextOf(fields),
  } satisfies Partial<Insertable<Schema['team_listings']>>
}

type FieldColumns = ReturnType<typeof columnsOf>

export function fieldsOf(
  listing: Pick<Row<'team_listings'>, Exclude<keyof FieldColumns, 'search_text'>>,
): ListingFields {
  return {
    type: listing.type,
    gameHours: listing.game_hours,
    age: listing.age,
    hasMicrophone: listing.has_microphone,
    groupSize: listing.group_size,
    description: listing.description,
    discordUsername: listing.discord_username,
    languages: listing.languages,
    playStyles: listing.play_styles,
    usualHours: listing.usual_hours,
  }
}

/** A public listing, also in events and for the staff. */
export function presentTeamListing(listing: ListingRecord): TeamListing {
  return { ...presentMakersListing(listing), age: listing.age < adultAge ? null : listing.age }
}

/** A listing for its maker, with their age. */
export function presentMakersListing(listing: ListingRecord): MakersListing {
  return {
    id: listing.id,
    creatorId: listing.creator_id,
    ...fieldsOf(listing),
    createdAt: listing.created_at.toISOString(),
    updatedAt: listing.edited_at.toISOString(),
    expiresAt: listing.expires_at.toISOString(),
    revision: listing.revision,
    verified: {
      discord:
        listing.account_discord_username !== null &&
        isSameDiscordName(listing.account_discord_username, listing.discord_username),
      steam: listing.has_steam_claim,
    },
  }
}

/** A listing for its maker, live or not. */
export function presentOwnListing(listing: ListingRecord, now: Date): OwnTeamListing {
  return { ...presentMakersListing(listing), ...lifecycleOf(listing, now) }
}

export function lifecycleOf(listing: ListingRecord, now: Date) {
  const lasts = listing.expires_at > now ? 'live' : 'ended'
  const state: OwnTeamListing['state'] = listing.removed_at === null ? lasts : 'removed'
  return { state, removalReason: listing.removal_reason }
}
