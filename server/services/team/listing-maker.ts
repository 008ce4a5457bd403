import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { mostListingsPerMaker } from '#domain/team.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamListingsTable } from '#server/db/team-tables.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isLive, lockListing } from './listing-records.ts'

/** Who wants something of a listing: a browser with a secret, an account, or both. */
export interface Maker {
  /** SHA-256 of the secret, in hex; null without one. */
  readonly secretHash: string | null
  readonly userId: string | null
}

/** For who brings no secret of his own. */
export function newMakerSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What we keep of a secret. It is as random as a key, so nobody finds it out by guessing. */
export function hashMakerSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Refuses with `unauthenticated` who proves nothing at all. */
export function requireProof(maker: Maker): void {
  if (maker.secretHash === null && maker.userId === null) throw new ServiceError('unauthenticated')
}

/**
 * A listing for its maker alone, who takes turns with himself. Refuses with `unauthenticated` who
 * proves nothing, with `listing_not_found`, and with `forbidden` anybody else.
 */
export async function lockOwnListing(
  trx: Trx,
  maker: Maker,
  id: string,
): Promise<Selectable<TeamListingsTable>> {
  requireProof(maker)
  const listing = await lockListing(trx, id)
  const isMaker =
    listing.secret_hash === maker.secretHash ||
    (listing.user_id !== null && listing.user_id === maker.userId)
  if (!isMaker) throw new ServiceError('forbidden')
  return listing
}

/** Whether a listing is of this maker, by his secret or his account. */
export function isOf(eb: ExpressionBuilder<Schema, 'team_listings'>, maker: Maker) {
  const { secretHash, userId } = maker
  return eb.or([
    ...(secretHash === null ? [] : [eb('team_listings.secret_hash', '=', secretHash)]),
    ...(userId === null ? [] : [eb('team_listings.user_id', '=', userId)]),
  ])
}

/** A maker as a listing names him. */
export type ListingMaker = Maker & { readonly secretHash: string }

/**
 * Whoever adds to the live listings of a maker takes turns, so that they can be counted. It is taken
 * before any listing is locked, and by everybody in this order, so that nobody waits in a circle.
 */
export async function lockMaker(trx: Trx, { secretHash, userId }: ListingMaker): Promise<void> {
  await acquireAdvisoryLock(trx, `team-listings:secret:${secretHash}`)
  if (userId !== null) await acquireAdvisoryLock(trx, `team-listings:account:${userId}`)
}

/** Refuses one more live listing with `too_many_listings` when the maker has as many as he may. */
export async function refuseTooMany(trx: Trx, maker: ListingMaker, now: Date): Promise<void> {
  const { count } = await trx
    .selectFrom('team_listings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isLive(now))
    .where((eb) => isOf(eb, maker))
    .executeTakeFirstOrThrow()
  if (count >= mostListingsPerMaker) throw new ServiceError('too_many_listings')
}
