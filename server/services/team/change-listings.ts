import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  ChangeTeamListingRequest,
  MakeTeamListingRequest,
  TeamListingEvent,
} from '#contract/team.ts'
import { listingLifetimeDays, resolveConflict, type ListingFields } from '#domain/team.ts'
import type { Row } from '#server/db/schema.ts'
import { requireNotBanned } from '#server/services/bans/bans.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  lockMaker,
  lockOwnListing,
  refuseTooMany,
  requireProof,
  type ListingMaker,
  type Maker,
} from './listing-maker.ts'
import {
  columnsOf,
  fieldsOf,
  presentTeamListing,
  readListing,
  type ListingRecord,
} from './listing-records.ts'

interface MadeListing {
  readonly listing: ListingRecord
  /** False when it existed already, because the request was repeated. */
  readonly isNew: boolean
}

/**
 * Posts a listing, once per id. Refuses with `listing_exists` when the id belongs to another maker,
 * with `listing_not_found` when its maker deleted it, with `listing_removed` when the staff took it
 * off the list, with `banned` and with `too_many_listings`.
 */
export async function makeListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: ListingMaker,
  request: MakeTeamListingRequest,
): Promise<MadeListing> {
  const now = clock()
  return database.transaction(async (trx) => {
    await lockMaker(trx, maker)
    if (request.id !== undefined && (await isAlreadyMade(trx, maker, request.id))) {
      return { listing: await readListing(trx, request.id), isNew: false }
    }
    await refuseBanned(clock, trx, maker)
    await refuseTooMany(trx, maker, now)
    const listing = await readListing(trx, await insertListing(trx, maker, request, now))
    await publishListingEvent(trx, { change: 'made', listing: presentTeamListing(listing) })
    return { listing, isNew: true }
  })
}

/**
 * Refuses with `banned` the account of a player who is banned from the team finder: also signed out, in
 * a browser whose secret has posted by that account.
 */
async function refuseBanned(
  clock: Services['clock'],
  trx: Trx,
  { userId, secretHash }: Maker,
  listingUserId: string | null = null,
): Promise<void> {
  const posted = await trx
    .selectFrom('team_listings')
    .select('user_id')
    .distinct()
    .where('secret_hash', '=', secretHash)
    .where('user_id', 'is not', null)
    .execute()
  const userIds = new Set([userId, listingUserId, ...posted.map((row) => row.user_id)])
  for (const known of userIds) {
    await requireNotBanned({ clock }, trx, 'team', { steam_id: null, user_id: known })
  }
}

async function isAlreadyMade(trx: Trx, maker: ListingMaker, id: string): Promise<boolean> {
  const known = await trx
    .selectFrom('team_listings')
    .select(['secret_hash', 'deleted_at', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  if (known.secret_hash !== maker.secretHash) throw new ServiceError('listing_exists')
  if (known.deleted_at) throw new ServiceError('listing_not_found')
  if (known.removed_at) throw new ServiceError('listing_removed')
  return true
}

async function insertListing(
  trx: Trx,
  maker: ListingMaker,
  request: MakeTeamListingRequest,
  now: Date,
): Promise<string> {
  const made = await trx
    .insertInto('team_listings')
    .values({
      ...columnsOf(request),
      id: request.id ?? randomUUID(),
      creator_id: request.creatorId ?? randomUUID(),
      secret_hash: maker.secretHash,
      user_id: maker.userId,
      created_at: now,
      edited_at: now,
      expires_at: endOfListing(now),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request has just used the id.
  if (!made) throw new ServiceError('listing_exists')
  return made.id
}

interface ChangedListing {
  readonly listing: ListingRecord
  /** Whether it replaced an edit that the editor had not seen. */
  readonly overtook: boolean
}

/**
 * Changes the given fields of a listing. Repeating it changes nothing. Refuses as `lockOwnListing`,
 * with `listing_removed`, `banned`, and with `listing_changed` when the listing was edited later than this
 * edit was made.
 */
export async function changeListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
  request: ChangeTeamListingRequest,
): Promise<ChangedListing> {
  return database.transaction(async (trx) => {
    const before = await lockOwnListing(trx, maker, id)
    if (before.removed_at) throw new ServiceError('listing_removed')
    await refuseBanned(clock, trx, maker, before.user_id)
    const fields = fieldsOf(before)
    const columns = columnsOf(mergeFields(fields, request))
    if (JSON.stringify(columns) === JSON.stringify(columnsOf(fields))) {
      return { listing: await readListing(trx, id), overtook: false }
    }
    // Read the clock after locking the row, so that of two concurrent edits the second one is
    // later.
    const { at, overtook } = resolveListingConflict(before, request, clock())
    const revision = before.revision + 1
    await trx
      .updateTable('team_listings')
      .set({ ...columns, edited_at: at, revision, edited_revision: revision })
      .where('id', '=', id)
      .execute()
    const listing = await readListing(trx, id)
    await publishListingEvent(trx, { change: 'changed', listing: presentTeamListing(listing) })
    return { listing, overtook }
  })
}

function mergeFields(before: ListingFields, request: ChangeTeamListingRequest): ListingFields {
  return {
    type: request.type ?? before.type,
    gameHours: request.gameHours ?? before.gameHours,
    age: request.age ?? before.age,
    hasMicrophone: request.hasMicrophone ?? before.hasMicrophone,
    groupSize: request.groupSize ?? before.groupSize,
    description: request.description ?? before.description,
    discordUsername: request.discordUsername ?? before.discordUsername,
    languages: request.languages ?? before.languages,
    playStyles: request.playStyles ?? before.playStyles,
    usualHours: request.usualHours === undefined ? before.usualHours : request.usualHours,
  }
}

/**
 * Starts a listing's lifetime again; it keeps its place in the list. An ended one becomes live
 * again. Refuses as `lockOwnListing`, with `listing_removed`, `banned`, and with `too_many_listings` when its
 * maker has posted others meanwhile.
 */
export async function renewListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
): Promise<ListingRecord> {
  requireProof(maker)
  return database.transaction(async (trx) => {
    // Whose live listings are counted, also when the account renews it from elsewhere.
    const owner = await trx
      .selectFrom('team_listings')
      .select(['secret_hash as secretHash', 'user_id as userId'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!owner) throw new ServiceError('listing_not_found')
    await lockMaker(trx, owner)
    const before = await lockOwnListing(trx, maker, id)
    if (before.removed_at) throw new ServiceError('listing_removed')
    await refuseBanned(clock, trx, maker, before.user_id)
    const now = clock()
    if (before.expires_at <= now) await refuseTooMany(trx, owner, now)
    await trx
      .updateTable('team_listings')
      .set({ expires_at: endOfListing(now), revision: before.revision + 1 })
      .where('id', '=', id)
      .execute()
    const listing = await readListing(trx, id)
    await publishListingEvent(trx, { change: 'changed', listing: presentTeamListing(listing) })
    return listing
  })
}

/**
 * Deletes a listing for ever, even an ended or removed one. Erases its texts at once; its id stays
 * for a while. Refuses as `lockOwnListing`, and with `listing_changed` like an edit.
 */
export async function deleteListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
  basis: EditBasis,
): Promise<void> {
  await database.transaction(async (trx) => {
    const listing = await lockOwnListing(trx, maker, id)
    const now = clock()
    resolveListingConflict(listing, basis, now)
    await eraseListing(trx, listing, now)
  })
}

/** Erases the texts of a locked listing for ever, and takes it off all open pages. */
export async function eraseListing(
  trx: Trx,
  { id, revision }: Pick<Row<'team_listings'>, 'id' | 'revision'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('team_listings')
    .set({
      deleted_at: now,
      description: '',
      discord_username: '',
      search_text: '',
      languages: [],
      play_styles: [],
      usual_hours: null,
      removed_at: null,
      removal_reason: null,
      revision: revision + 1,
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('team_listing_reports')
    .set({ note: '' })
    .where('listing_id', '=', id)
    .execute()
  await publishListingEvent(trx, { change: 'gone', id })
}

/** The state on which an edit or a deletion is based. */
interface EditBasis {
  readonly revision?: number | undefined
  readonly editedSecondsAgo?: number | undefined
}

/** The time of an edit, and whether it replaces an unseen one. Refuses with `listing_changed`. */
function resolveListingConflict(
  listing: Pick<Row<'team_listings'>, 'edited_at' | 'edited_revision'>,
  { revision, editedSecondsAgo = 0 }: EditBasis,
  now: Date,
) {
  const verdict = resolveConflict(
    { revision: listing.edited_revision, at: listing.edited_at },
    { seenRevision: revision ?? null, secondsAgo: editedSecondsAgo },
    now,
  )
  if (!verdict.applies) throw new ServiceError('listing_changed')
  return verdict
}

const dayMilliseconds = 24 * 60 * 60 * 1000

function endOfListing(now: Date): Date {
  return new Date(now.getTime() + listingLifetimeDays * dayMilliseconds)
}

/**
 * Sends a listing's change to all open pages when the transaction commits. The listing's row is
 * locked or new, so that its events come in order. Deletes its earlier events: only the current
 * state counts, and erased texts must not remain in them.
 */
export async function publishListingEvent(trx: Trx, event: TeamListingEvent): Promise<void> {
  const id = event.change === 'gone' ? event.id : event.listing.id
  await sql`
    delete from events
    where name = 'team-listing' and coalesce(data -> 'listing' ->> 'id', data ->> 'id') = ${id}
  `.execute(trx)
  // 600 characters of at most 3 bytes plus the rest.
  await publishEvents(trx, sql`select 'team-listing', ${JSON.stringify(event)}::jsonb, null`)
}
