import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { eventsPath } from './event-stream.ts'
import { steamId } from './fields.ts'
import { serverStatus } from './server-status.ts'
import type { TeamListingEvent } from './team.ts'

/**
 * A stream of events. A page that names a Steam ID also receives its balance; one that names the
 * versions of its document's answers, between commas, receives `outdated` first if some have changed.
 */
export const streamEvents = get(eventsPath, {
  who: 'anybody',
  query: z.object({
    steamId: z.optional(steamId),
    versions: z.optional(z.string().check(z.maxLength(2000))),
  }),
})

// `team-listing` has its schema in `team.ts`, which only the pages of listings need.
export const eventPayloads = {
  /** `own`: this browser, account or Steam ID bought it. */
  purchase: z.object({ type: z.string(), own: z._default(z.boolean(), false) }),
  /** A changed balance; only for pages that subscribed to this Steam ID. */
  balance: z.object({ balance: z.number() }),
  /** Perks or orders that this browser or account may see changed; pages request them again. */
  perks: z.object({}),
  /** The skin shop's items changed; pages fetch them again. */
  'shop-items': z.object({}),
  /** The owner changed a section of the site, or a text. */
  site: z.object({}),
  documents: z.object({}),
  'server-status': serverStatus,
  /** There is something new to do, or to read, in /admin; only for pages of the staff. */
  'to-do': z.object({}),
  /** How far the export is that this browser asked for. */
  export: z.object({
    state: z.enum(['running', 'done', 'failed']),
    percent: z.number(),
  }),
  /** The versions, out of those that the page named, that are no longer the current ones. */
  outdated: z.array(z.string()),
}

/** What `GET /api/events` sends, by event name. A purchase event reveals no buyer and no price. */
export type EventPayloads = {
  readonly [Name in keyof typeof eventPayloads]: z.output<(typeof eventPayloads)[Name]>
} & { readonly 'team-listing': TeamListingEvent }

export type EventName = keyof EventPayloads
