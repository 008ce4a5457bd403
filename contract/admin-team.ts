import { z } from 'zod'
import type { ReportReason } from '#domain/team.ts'
import { cursor, readableLines, search } from './fields.ts'
import type { OwnTeamListing } from './team.ts'

/** Query of `GET /api/admin/team-listings`. */
export const adminTeamListingsQuery = z.object({
  /** A part of the description, the Discord name or the id; a whole id finds its listing however it stands. */
  search,
  /** Those with reports that nobody looked at, the most reported first; live ones; removed ones. */
  shown: z.enum(['reported', 'live', 'removed']).default('reported'),
  cursor,
})

/** A listing as the staff sees it. */
export interface AdminTeamListing extends OwnTeamListing {
  readonly removedAt: string | null
  /** Those that nobody looked at, the newest first. */
  readonly reports: readonly TeamListingReport[]
}

export interface TeamListingReport {
  readonly reason: ReportReason
  readonly note: string
  readonly reportedAt: string
}

/** Answer of `GET /api/admin/team-listings`. */
export interface AdminTeamListingPage {
  readonly listings: readonly AdminTeamListing[]
  readonly nextCursor: string | null
}

/**
 * Body of `PATCH /api/admin/team-listings/:id`: takes it off the list, with a reason that its maker
 * reads, or puts it back. Answers the listing; its reports are dealt with by it.
 */
export const moderateTeamListingRequest = z.union([
  z.object({ removed: z.literal(true), reason: readableLines(300) }),
  z.object({ removed: z.literal(false) }),
])
export type ModerateTeamListingRequest = z.output<typeof moderateTeamListingRequest>
