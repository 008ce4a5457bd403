import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../context.ts'

/** Tells every process that this player has just bought a skin. */
export type Announce = (steamId: string) => void

/** A page hears of a purchase soon enough; the database is asked forty times in a second at most. */
const restMilliseconds = 25
/** A payload of NOTIFY holds 8,000 bytes; an event of ours has less than 200. */
const eventsPerPayload = 30

/**
 * Writes and sends the events of many purchases at once, after their commit. In each purchase's own
 * transaction NOTIFY would let all of them commit only one behind the other.
 */
export function createAnnounce({ database, log }: Pick<Services, 'database' | 'log'>): Announce {
  let waiting: string[] = []
  let telling = false

  const tellAll = async (): Promise<void> => {
    telling = true
    while (waiting.length > 0) {
      const steamIds = waiting
      waiting = []
      await tell(database, steamIds).catch((error: unknown) => {
        log.warn({ err: error }, 'could not tell of purchases')
      })
      await sleep(restMilliseconds)
    }
    telling = false
  }
  return (steamId) => {
    waiting.push(steamId)
    if (!telling) void tellAll()
  }
}

/** One event for each purchase; of each player the balance as it stands by now. */
async function tell({ db }: Services['database'], steamIds: readonly string[]): Promise<void> {
  await sql`
    with bought as (
      select unnest(${steamIds}::text[]) as steam_id
    ), told as (
      insert into events (name, data, audience)
      select 'purchase', '{"type": "Skin"}'::jsonb, null from bought
      union all
      select 'balance', jsonb_build_object('balance', balance), steam_id from krypto_balance
      where steam_id in (select steam_id from bought)
      returning id, name, data, audience
    ), pages as (
      select (row_number() over (order by id) - 1) / ${eventsPerPayload}::bigint as page, told.*
      from told
    )
    select pg_notify('events', jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'data', data, 'audience', audience) order by id
    )::text) from pages group by page`.execute(db)
}
