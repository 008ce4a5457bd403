import { sql } from 'kysely'
import type { TeamListingEvent } from '#contract/events.ts'
import type { Trx } from '#server/services/context.ts'

/**
 * Tells all open pages, once the transaction is committed, what became of a listing. The listing's
 * row is locked or new, so that the events of one listing come in order. What was told of it before
 * is forgotten: how it stands now counts, and a text that is gone stays nowhere.
 */
export async function tellOfListing(trx: Trx, event: TeamListingEvent): Promise<void> {
  const id = event.change === 'gone' ? event.id : event.listing.id
  await sql`
    delete from events
    where name = 'team-listing' and coalesce(data -> 'listing' ->> 'id', data ->> 'id') = ${id}
  `.execute(trx)
  // 600 characters of at most 3 bytes, and the rest: far from the 8,000 bytes that NOTIFY carries.
  await sql`
    with told as (
      insert into events (name, data) values ('team-listing', ${JSON.stringify(event)}::jsonb)
      returning id, name, data
    )
    select pg_notify('events', jsonb_build_object('id', id, 'name', name, 'data', data)::text)
    from told`.execute(trx)
}
