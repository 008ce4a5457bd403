import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { mostListingsPerMaker } from '#domain/team.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isLive, lockListing } from './listing-records.ts'

/** The sender of a request about a listing: a browser with a secret, an account, or both. */
export interface Maker {
  /** SHA-256 of the secret, in hex; null without one. */
  readonly secretHash: string | null
  readonly userId: string | null
}

/** For a client that sends no secret of its own. */
export function newMakerSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a secret. A fast hash is enough: a random secret cannot be guessed. */
export function hashMakerSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Refuses a request without secret and account with `unauthenticated`. */
export function requireProof(maker: Maker): void {
  if (maker.secretHash === null && maker.userId === null) throw new ServiceError('unauthenticated')
}

/**
 * Locks a listing for its maker. Refuses a request without secret and account with
 * `unauthenticated`, a missing listing with `listing_not_found`, and others than the maker with
 * `forbidden`.
 */
export async function lockOwnListing(
  trx: Trx,
  maker: Maker,
  id: string,
): Promise<Row<'team_listings'>> {
  requireProof(maker)
  const listing = await lockListing(trx, id)
  const isMaker =
    listing.secret_hash === maker.secretHash ||
    (listing.user_id !== null && listing.user_id === maker.userId)
  if (!isMaker) throw new ServiceError('forbidden')
  return listing
}

/** Whether a listing belongs to this maker, by secret or account. */
export function isMadeBy(eb: ExpressionBuilder<Schema, 'team_listings'>, maker: Maker) {
  const { secretHash, userId } = maker
  return eb.or([
    ...(secretHash === null ? [] : [eb('team_listings.secret_hash', '=', secretHash)]),
    ...(userId === null ? [] : [eb('team_listings.user_id', '=', userId)]),
  ])
}

export type ListingMaker = Maker & { readonly secretHash: string }

/**
 * Serializes additions to a maker's live listings, so that they can be counted. Always taken before
 * a listing is locked, and in this order, so that transactions cannot deadlock.
 */
export async function lockMaker(trx: Trx, { secretHash, userId }: ListingMaker): Promise<void> {
  await acquireAdvisoryLock(trx, `team-listings:secret:${secretHash}`)
  if (userId !== null) await acquireAdvisoryLock(trx, `team-listings:account:${userId}`)
}

/** Refuses another live listing with `too_many_listings` when the maker has reached the limit. */
export async function refuseTooMany(trx: Trx, maker: ListingMaker, now: Date): Promise<void> {
  const { count } = await trx
    .selectFrom('team_listings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isLive(now))
    .where((eb) => isMadeBy(eb, maker))
    .executeTakeFirstOrThrow()
  if (count >= mostListingsPerMaker) throw new ServiceError('too_many_listings')
}
