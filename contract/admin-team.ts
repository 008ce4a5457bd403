import { z } from 'zod'
import type { ReportReason } from '#domain/team.ts'
import { cursor, readableLines, search } from './fields.ts'
import type { OwnTeamListing } from './team.ts'

/** Query of `GET /api/admin/team-listings`. */
export const adminTeamListingsQuery = z.object({
  /** A part of the description, the name or the id; a whole id finds its listing in any state. */
  search,
  /** Listings with open reports, the most reported first; live ones; removed ones. */
  shown: z.enum(['reported', 'live', 'removed']).default('reported'),
  cursor,
})

/** A listing as the staff sees it. */
export interface AdminTeamListing extends OwnTeamListing {
  readonly removedAt: string | null
  /** Open ones, the newest first. */
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
 * Body of `PATCH /api/admin/team-listings/:id`: takes it off the list, with a reason for its maker,
 * or puts it back. Answers the listing; closes its reports.
 */
export const moderateTeamListingRequest = z.union([
  z.object({ removed: z.literal(true), reason: readableLines(300) }),
  z.object({ removed: z.literal(false) }),
])
export type ModerateTeamListingRequest = z.output<typeof moderateTeamListingRequest>
