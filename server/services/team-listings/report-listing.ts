import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { reportTeamListingRequest } from '#contract/team.ts'
import type { Config } from '#server/config.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { widestName, type ClientNetworks } from '#server/services/rate-limit.ts'
import { Refusal } from '#server/services/refusal.ts'
import { isLive } from './listing-records.ts'
import { queueReportMessage } from './report-messages.ts'

/** What more of them says is nothing new, and a crowd must not fill the database. */
const mostOpenReports = 100

type ListingReport = z.output<typeof reportTeamListingRequest> & {
  readonly listingId: string
  /** Of who reports it. */
  readonly networks: ClientNetworks
}

/**
 * Tells the staff that a listing should not be there. A network counts once for what a listing says,
 * of IPv6 a whole /48, so that one subscriber is not many reporters. Nothing happens to the listing by
 * itself. Refuses with `listing_not_found` what is not live.
 */
export async function reportListing(
  services: Services,
  { listingId, networks, reason, note }: ListingReport,
): Promise<void> {
  const { config, database, clock } = services
  const now = clock()
  await database.transaction(async (trx) => {
    const wording = await lockLiveListing(trx, listingId, now)
    const { open, handled } = await countReports(trx, listingId)
    if (open >= mostOpenReports) return
    const added = await trx
      .insertInto('team_listing_reports')
      .values({
        listing_id: listingId,
        reporter_hash: hashReporter(config, `${listingId}.${wording}`, widestName(networks)),
        reason,
        note,
        reported_at: now,
      })
      .onConflict((conflict) => conflict.columns(['listing_id', 'reporter_hash']).doNothing())
      .returning('listing_id')
      .executeTakeFirst()
    if (added) await queueReportMessage(services, trx, listingId, handled)
  })
}

/**
 * The staff, which may be looking at it, and other reporters take turns. Answers which edit it says:
 * what was dismissed may say something worse now.
 */
async function lockLiveListing(trx: Trx, id: string, now: Date): Promise<number> {
  const listing = await trx
    .selectFrom('team_listings')
    .select('edited_revision')
    .where('id', '=', id)
    .where(isLive(now))
    .forUpdate()
    .executeTakeFirst()
  if (!listing) throw new Refusal('listing_not_found')
  return listing.edited_revision
}

function countReports(trx: Trx, listingId: string) {
  return trx
    .selectFrom('team_listing_reports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('handled_at', 'is', null).as('open'),
      fn.countAll<number>().filterWhere('handled_at', 'is not', null).as('handled'),
    ])
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
}

/** Of each listing another one: who reports much cannot be followed either. */
function hashReporter({ sessionSecret }: Config, reported: string, reporter: string): string {
  return createHmac('sha256', sessionSecret).update(`${reported} ${reporter}`).digest('hex')
}
