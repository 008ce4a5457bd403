import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { createEventMemory, maxMissedEvents, type HubEvent } from './event-memory.ts'

/** An open page. Neither function may throw: it would block the subscribers behind it. */
export interface Subscriber {
  /** Whose own events it also gets. */
  readonly audiences: readonly string[]
  readonly send: (event: HubEvent) => void
  /** Gets what is over a moment later, and so has no id. */
  readonly sendHere?: (event: Pick<HubEvent, 'name' | 'data'>) => void
  readonly end: () => void
}

export interface EventHub {
  /** Sends the subscriber its events, first those after `lastEventId` when it is given. */
  subscribe(subscriber: Subscriber, lastEventId: number | null): () => void
  /**
   * Sends the pages of an audience something without the database, which may be at work on just that;
   * only those that are connected to this process.
   */
  sendHere(audience: string, event: Pick<HubEvent, 'name' | 'data'>): void
  /** Ends all streams; their pages reconnect to another process, or after the restart. */
  stop(): Promise<void>
}

const notification = z.object({
  id: z.number(),
  name: z.string(),
  data: z.unknown(),
  audience: z.string().nullable().default(null),
})

/** Far more than a notification needs on a busy machine. */
const maxDeliveryMilliseconds = 10_000

/**
 * Passes on the events that any process commits. NOTIFY carries the event itself; after a gap in
 * listening, the table has what was missed. The newest events stay in memory, so that a returning
 * page costs the database nothing. A pooler of connections may lose all notifications in silence, so
 * after each gap `onTried` gets whether one of our own arrives.
 */
export async function startEventHub(
  database: Database,
  onTried: (arrives: boolean) => void = () => undefined,
): Promise<EventHub> {
  const subscribers = new Set<Subscriber>()
  // An event for one of ten thousand players must not look at every page.
  const byAudience = new Map<string, Set<Subscriber>>()
  const memory = createEventMemory()
  for (const event of await newestEvents(database)) memory.add(event)
  let stopped = false
  const trial = JSON.stringify({ trial: randomUUID() })
  let hasArrived = false
  let deadline: NodeJS.Timeout | undefined

  const publish = (event: HubEvent): void => {
    // After a gap an event may come from the table and from NOTIFY.
    if (!memory.add(event)) return
    const { audience } = event
    const pages = audience === null ? subscribers : byAudience.get(audience)
    for (const subscriber of pages ?? []) subscriber.send(event)
  }
  async function judgeTrial(): Promise<void> {
    // On a machine that was busy until now the answer comes after what has waited longer.
    const isReachable = await sql`select`.execute(database.db).then(
      () => true,
      () => false,
    )
    if (isReachable && !hasArrived && !stopped) onTried(false)
  }
  const stopListening = await database.listen('events', {
    onNotification: (payload) => {
      if (payload === trial) {
        hasArrived = true
        onTried(true)
      }
      for (const event of readNotification(payload)) publish(event)
    },
    onGap: async () => {
      // All the newest, whatever their ids: an unknown event may have a smaller id than known ones.
      for (const event of await newestEvents(database)) publish(event)
      hasArrived = false
      await sql`select pg_notify('events', ${trial})`.execute(database.db)
      clearTimeout(deadline)
      deadline = setTimeout(() => void judgeTrial(), maxDeliveryMilliseconds).unref()
    },
  })

  return {
    subscribe: (subscriber, lastEventId) => {
      if (stopped) {
        subscriber.end()
        return () => undefined
      }
      if (lastEventId !== null) {
        for (const event of memory.missedBy(subscriber.audiences, lastEventId)) {
          subscriber.send(event)
        }
      }
      subscribers.add(subscriber)
      for (const audience of subscriber.audiences) {
        const pages = byAudience.get(audience) ?? new Set()
        byAudience.set(audience, pages.add(subscriber))
      }
      return () => {
        subscribers.delete(subscriber)
        for (const audience of subscriber.audiences) {
          const pages = byAudience.get(audience)
          pages?.delete(subscriber)
          if (pages?.size === 0) byAudience.delete(audience)
        }
      }
    },
    sendHere: (audience, event) => {
      for (const { sendHere } of byAudience.get(audience) ?? []) sendHere?.(event)
    },
    stop: async () => {
      stopped = true
      clearTimeout(deadline)
      for (const subscriber of subscribers) subscriber.end()
      subscribers.clear()
      byAudience.clear()
      await stopListening()
    },
  }
}

/** One event, or several of purchases announced together. None when the payload is not ours. */
function readNotification(payload: string): readonly HubEvent[] {
  try {
    return z.array(notification).parse([JSON.parse(payload)].flat())
  } catch {
    // Anybody with access to the database can NOTIFY.
    return []
  }
}

/** Several queries, so that many changes for one player each cannot push out the others. */
async function newestEvents(database: Database): Promise<HubEvent[]> {
  const events = await Promise.all([
    newest(database, sql<boolean>`audience is null`),
    newest(database, sql<boolean>`audience is not null and name not in ('perks', 'to-do')`),
    newest(database, sql<boolean>`name in ('perks', 'to-do')`),
  ])
  return events.flat().toSorted((a, b) => a.id - b.id)
}

function newest({ db }: Database, which: RawBuilder<boolean>): Promise<HubEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'data', 'audience'])
    .where(which)
    .orderBy('id', 'desc')
    .limit(maxMissedEvents)
    .execute()
}
