import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { createEventMemory, mostMissedEvents, type HubEvent } from './event-memory.ts'

/** An open page. Neither function may throw: it would block the subscribers behind it. */
export interface Subscriber {
  /** The Steam ID whose own events it also gets; null for none. */
  readonly audience: string | null
  readonly send: (event: HubEvent) => void
  readonly end: () => void
}

export interface EventHub {
  /** Sends the subscriber its events, first those after `lastEventId` when it is given. */
  subscribe(subscriber: Subscriber, lastEventId: number | null): () => void
  /** Ends all streams; their pages reconnect to another process, or after the restart. */
  stop(): Promise<void>
}

const notification = z.object({
  id: z.number(),
  name: z.string(),
  data: z.unknown(),
  audience: z.string().nullable().default(null),
})

/**
 * Passes on the events that any process commits. NOTIFY carries the event itself; after a gap in
 * listening, the table has what was missed. The newest events stay in memory, so that a returning
 * page costs the database nothing.
 */
export async function startEventHub(database: Database): Promise<EventHub> {
  const subscribers = new Set<Subscriber>()
  const memory = createEventMemory()
  for (const event of await newestEvents(database)) memory.add(event)
  let stopped = false

  const publish = (event: HubEvent): void => {
    // After a gap an event may come from the table and from NOTIFY.
    if (!memory.add(event)) return
    for (const subscriber of subscribers) {
      if (isFor(event, subscriber)) subscriber.send(event)
    }
  }
  const stopListening = await database.listen('events', {
    onNotification: (payload) => {
      for (const event of readNotification(payload)) publish(event)
    },
    onGap: async () => {
      // All the newest, whatever their ids: an unknown event may have a smaller id than known ones.
      for (const event of await newestEvents(database)) publish(event)
    },
  })

  return {
    subscribe: (subscriber, lastEventId) => {
      if (stopped) {
        subscriber.end()
        return () => undefined
      }
      if (lastEventId !== null) {
        for (const event of memory.missedBy(subscriber.audience, lastEventId)) {
          subscriber.send(event)
        }
      }
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    stop: async () => {
      stopped = true
      for (const subscriber of subscribers) subscriber.end()
      subscribers.clear()
      await stopListening()
    },
  }
}

function isFor(event: HubEvent, subscriber: Subscriber): boolean {
  return event.audience === null || event.audience === subscriber.audience
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

/** Two queries, so that many balance changes cannot push out the events for everybody. */
async function newestEvents(database: Database): Promise<HubEvent[]> {
  const events = await Promise.all([newest(database, 'is'), newest(database, 'is not')])
  return events.flat().toSorted((a, b) => a.id - b.id)
}

function newest({ db }: Database, is: 'is' | 'is not'): Promise<HubEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'data', 'audience'])
    .where('audience', is, null)
    .orderBy('id', 'desc')
    .limit(mostMissedEvents)
    .execute()
}
