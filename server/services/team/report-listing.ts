import { createHmac } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/team.ts'
import { previewOf, type ReportReason } from '#domain/team.ts'
import type { Config } from '#server/app/config.ts'
import type { Row } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services, Trx } from '#server/services/context.ts'
import {
  messageColors,
  messageFields,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'
import { isFlooded, queueMessage } from '#server/services/messages/queue-message.ts'
import { publishTodo } from '#server/services/notify-events.ts'
import { widestName, type ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isLive } from './listing-records.ts'

/** More reports add nothing, and a crowd must not fill the database. */
const maxOpenReports = 100

type ListingReport = BodyOf<typeof contract.reportListing> & {
  readonly listingId: string
  readonly networks: ClientNetworks
}

/**
 * Stores a report of a listing and notifies the staff. Each network counts once per edit of the
 * listing, for IPv6 a whole /48, so that one subscriber is not many reporters. Reports alone do not
 * remove a listing. Refuses with `listing_not_found` when it is not live.
 */
export async function reportListing(
  services: Services,
  { listingId, networks, reason, note }: ListingReport,
): Promise<void> {
  const { config, database, clock } = services
  const now = clock()
  await database.transaction(async (trx) => {
    const editedRevision = await lockLiveListing(trx, listingId, now)
    const { open, handled, newestAt } = await countReports(trx, listingId)
    if (open >= maxOpenReports) return
    // Later than those before it, whose time the staff names to close what they have read.
    const reportedAt = new Date(Math.max(now.getTime(), (newestAt?.getTime() ?? 0) + 1))
    const added = await trx
      .insertInto('team_listing_reports')
      .values({
        listing_id: listingId,
        reporter_hash: hashReporter(config, `${listingId}.${editedRevision}`, widestName(networks)),
        reason,
        note,
        reported_at: reportedAt,
      })
      .onConflict((conflict) => conflict.columns(['listing_id', 'reporter_hash']).doNothing())
      .returning('listing_id')
      .executeTakeFirst()
    if (!added) return
    await queueReportMessage(services, trx, listingId, handled)
    await publishTodo(trx)
  })
}

/**
 * Locks the listing against the staff and other reporters. Returns the revision of its latest edit:
 * after an edit, a listing whose reports were dismissed can be reported again.
 */
async function lockLiveListing(trx: Trx, id: string, now: Date): Promise<number> {
  const listing = await trx
    .selectFrom('team_listings')
    .select('edited_revision')
    .where('id', '=', id)
    .where(isLive(now))
    .forUpdate()
    .executeTakeFirst()
  if (!listing) throw new ServiceError('listing_not_found')
  return listing.edited_revision
}

function countReports(trx: Trx, listingId: string) {
  return trx
    .selectFrom('team_listing_reports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('handled_at', 'is', null).as('open'),
      fn.countAll<number>().filterWhere('handled_at', 'is not', null).as('handled'),
      fn.max<Date | null>('reported_at').as('newestAt'),
    ])
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
}

/** Different for each listing, so that one reporter's reports cannot be linked. */
function hashReporter({ sessionSecret }: Config, reported: string, reporter: string): string {
  return createHmac('sha256', sessionSecret).update(`${reported} ${reporter}`).digest('hex')
}

/** Anybody can report for free; more than this in ten minutes are not worth a message. */
const maxMessages = 10

/**
 * Notifies the staff of a reported listing: once until they have closed the reports, or with a
 * later report when there were too many messages. `occasion` is the number of closed reports.
 */
async function queueReportMessage(
  services: Services,
  trx: Trx,
  listingId: string,
  occasion: number,
): Promise<void> {
  if (await isFlooded(services, trx, 'listing_reported', maxMessages)) return
  await queueMessage(services, trx, {
    kind: 'listing_reported',
    team_listing_id: listingId,
    occasion: `${listingId}:${occasion}`,
  })
}

type ReportedListing = Pick<
  Row<'team_listings'>,
  'discord_username' | 'description' | 'deleted_at' | 'removed_at'
>

export function composeReportMessage(
  { labels, team: texts, 'report-reasons': reasons }: MessageTexts,
  listing: ReportedListing,
  openReasons: readonly ReportReason[],
): StaffMessage {
  const isDone =
    listing.deleted_at !== null || listing.removed_at !== null || openReasons.length === 0
  const listedReasons = [...new Set(openReasons)].map((reason) => reasons[reason])
  return {
    title: texts.reported,
    color: isDone ? messageColors.green : messageColors.amber,
    fields: messageFields(
      [labels.discord, listing.discord_username],
      [labels.listing, previewOf(listing.description)],
      [labels.report_reason, listedReasons.join(', ')],
      [labels.action, isDone ? texts.action_done : texts.action_read],
    ),
  }
}
