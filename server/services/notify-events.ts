import { sql } from 'kysely'

/** A payload of NOTIFY holds 8,000 bytes; one of these events has less than 200. */
const eventsPerPayload = 30

/**
 * The end of a statement whose part `added` writes many events and returns their rows: sends them to
 * the pages of every process.
 */
export const notifyAdded = sql`
  , pages as (
    select (row_number() over (order by id) - 1) / ${sql.lit(eventsPerPayload)} as page, added.*
    from added
  )
  select pg_notify('events', jsonb_agg(
    jsonb_build_object('id', id, 'name', name, 'data', data, 'audience', audience) order by id
  )::text) from pages group by page`
