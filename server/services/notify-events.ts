import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/**
 * Writes the events of a query of `name`, `data` and `audience`, which is null for everybody, and sends
 * them to the pages of every process.
 */
export async function publishEvents(
  db: Kysely<Schema>,
  events: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with added as (
      insert into events (name, data, audience) ${events} returning id, name, data, audience
    ) ${notifyAdded}`.execute(db)
}

/** The audience of events for the staff. */
export const staffAudience = 'staff'

/** Makes the open pages of the staff request again what is to do. */
export async function publishTodo(trx: Kysely<Schema>): Promise<void> {
  await publishEvents(trx, sql`select 'to-do', '{}'::jsonb, ${staffAudience}`)
}

/** A payload of NOTIFY holds 8,000 bytes; one of these events has less than 200, a lone one at most 3,000. */
const eventsPerPayload = 30

/** The end of a statement whose part `added` writes events and returns their rows. */
export const notifyAdded = sql`
  , pages as (
    select (row_number() over (order by id) - 1) / ${sql.lit(eventsPerPayload)} as page, added.*
    from added
  )
  select pg_notify('events', jsonb_agg(
    jsonb_build_object('id', id, 'name', name, 'data', data, 'audience', audience) order by id
  )::text) from pages group by page`
