import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../context.ts'

/** Tells every process of events that are committed. */
export type Announce = (events: readonly unknown[]) => void

/** A page hears of a purchase soon enough; the database is asked forty times in a second at most. */
const restMilliseconds = 25
/** A payload of NOTIFY holds 8,000 bytes; an event of ours has less than 200. */
const eventsPerPayload = 30

/**
 * NOTIFY for many transactions at once. In a transaction of its own each it would let all of them
 * commit only one behind the other. What a process that dies has not told stands in `events`, where
 * pages that come back find it.
 */
export function createAnnounce({ database, log }: Pick<Services, 'database' | 'log'>): Announce {
  let waiting: unknown[] = []
  let telling = false

  const tellAll = async (): Promise<void> => {
    telling = true
    while (waiting.length > 0) {
      const events = waiting
      waiting = []
      await notify(database, events).catch((error: unknown) => {
        log.warn({ err: error }, 'could not tell of purchases')
      })
      await sleep(restMilliseconds)
    }
    telling = false
  }
  return (events) => {
    waiting.push(...events)
    if (!telling) void tellAll()
  }
}

async function notify({ db }: Services['database'], events: readonly unknown[]): Promise<void> {
  const payloads: string[] = []
  for (let start = 0; start < events.length; start += eventsPerPayload) {
    payloads.push(JSON.stringify(events.slice(start, start + eventsPerPayload)))
  }
  await sql`select pg_notify('events', payload) from unnest(${payloads}::text[]) as payload`.execute(
    db,
  )
}
