import { z } from 'zod'
import type { ServerStatus } from './server-status.ts'
import type { TeamListing } from './team.ts'
import { steamId } from './fields.ts'

/** Query of `GET /api/events`: a page that names a Steam ID also receives its balance. */
export const eventsQuery = z.object({ steamId: steamId.optional() })

/** What `GET /api/events` sends, by event name. A purchase event reveals no buyer and no price. */
export interface EventPayloads {
  readonly purchase: { readonly type: string }
  /** A changed balance; only for pages that subscribed to this Steam ID. */
  readonly balance: { readonly balance: number }
  /** The skin shop's items changed; pages fetch them again. */
  readonly 'shop-items': Readonly<Record<string, never>>
  readonly 'server-status': ServerStatus
  readonly 'team-listing': TeamListingEvent
}

/** A listing as it is after making, changing, renewing or restoring it; otherwise only its id. */
export type TeamListingEvent =
  | { readonly change: 'made' | 'changed'; readonly listing: TeamListing }
  | { readonly change: 'gone'; readonly id: string }

export type EventName = keyof EventPayloads
