import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { createEventMemory, mostMissedEvents, type HubEvent } from './event-memory.ts'

/** An open page. Neither function may throw: others wait behind it. */
export interface Subscriber {
  /** Whose own events it hears besides those for everybody: a Steam ID; null for nobody's. */
  readonly audience: string | null
  readonly send: (event: HubEvent) => void
  readonly end: () => void
}

export interface EventHub {
  /** Hands the subscriber its events, first those after `lastEventId` when it is given. */
  subscribe(subscriber: Subscriber, lastEventId: number | null): () => void
  /** Ends all streams; their pages connect again, to another process or to the next start. */
  stop(): Promise<void>
}

const notification = z.object({
  id: z.number(),
  name: z.string(),
  data: z.unknown(),
  audience: z.string().nullable().default(null),
})

/**
 * Passes on what any process commits. NOTIFY carries the event itself; after a gap in listening the
 * table tells what was missed. The newest events stay in memory, so that a page which comes back
 * costs the database nothing.
 */
export async function startEventHub(database: Database): Promise<EventHub> {
  const subscribers = new Set<Subscriber>()
  const memory = createEventMemory()
  for (const event of await newestEvents(database)) memory.add(event)
  let stopped = false

  const publish = (event: HubEvent): void => {
    // After a gap an event may come by the table and by NOTIFY.
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
      // All the newest, whatever their ids: one that is smaller than known ones may be new.
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

/** One event, or several of purchases that were told together. None when it is none of ours. */
function readNotification(payload: string): readonly HubEvent[] {
  try {
    return z.array(notification).parse([JSON.parse(payload)].flat())
  } catch {
    // Anybody at the database can NOTIFY.
    return []
  }
}

/** Asked apart, so that many changes of balances take no place from what is for everybody. */
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
