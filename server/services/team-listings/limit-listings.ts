import { mostListingsPerMaker } from '#domain/team.ts'
import { takeTurns } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { isLive } from './listing-records.ts'
import { isOf, type Maker } from './maker.ts'

/** A maker as a listing names him. */
export type ListingMaker = Maker & { readonly secretHash: string }

/**
 * Whoever adds to the live listings of a maker takes turns, so that they can be counted. It is taken
 * before any listing is locked, and by everybody in this order, so that nobody waits in a circle.
 */
export async function lockMaker(trx: Trx, { secretHash, userId }: ListingMaker): Promise<void> {
  await takeTurns(trx, `team-listings:secret:${secretHash}`)
  if (userId !== null) await takeTurns(trx, `team-listings:account:${userId}`)
}

/** Refuses one more live listing with `too_many_listings` when the maker has as many as he may. */
export async function refuseTooMany(trx: Trx, maker: ListingMaker, now: Date): Promise<void> {
  const { count } = await trx
    .selectFrom('team_listings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isLive(now))
    .where((eb) => isOf(eb, maker))
    .executeTakeFirstOrThrow()
  if (count >= mostListingsPerMaker) throw new Refusal('too_many_listings')
}
