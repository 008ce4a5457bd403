import { z } from 'zod'
import type { ServerStatus } from './server-status.ts'
import type { TeamListing } from './team.ts'
import { steamId } from './fields.ts'

/** Query of `GET /api/events`: a page that names a Steam ID hears of its balance as well. */
export const eventsQuery = z.object({ steamId: steamId.optional() })

/** What `GET /api/events` sends, by event name. A purchase tells nothing of who paid or how much. */
export interface EventPayloads {
  readonly purchase: { readonly type: string }
  /** A balance that changed; only for pages that asked for this Steam ID. */
  readonly balance: { readonly balance: number }
  /** The skin shop's items changed; they are read anew. */
  readonly 'shop-items': Readonly<Record<string, never>>
  /** What the game server's status is now. */
  readonly 'server-status': ServerStatus
  readonly 'team-listing': TeamListingEvent
}

/** A listing as it is now, when it was made, changed, renewed or put back; else that it is gone. */
export type TeamListingEvent =
  | { readonly change: 'made' | 'changed'; readonly listing: TeamListing }
  | { readonly change: 'gone'; readonly id: string }

export type EventName = keyof EventPayloads
