import { z } from 'zod'
import type { Database } from '../db/database.ts'

/** One server-sent event, ready to be written. */
export interface HubEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
}

/** An open page. Neither function may throw: others wait behind it. */
export interface Subscriber {
  readonly send: (event: HubEvent) => void
  readonly end: () => void
}

export interface EventHub {
  /** Hands every event to the subscriber, first those after `lastEventId` when it is given. */
  subscribe(subscriber: Subscriber, lastEventId: number | null): () => void
  /** Ends all streams; their pages connect again, to another process or to the next start. */
  stop(): Promise<void>
}

const notification = z.object({ id: z.number(), name: z.string(), data: z.unknown() })

/** A page that was away longer gets the newest of these only. */
const mostMissedEvents = 100

/**
 * Passes on what any process commits. NOTIFY carries the event itself; after a gap in listening the
 * table tells what was missed. The newest events stay in memory, so that a page which comes back
 * costs the database nothing. Ids are handed out before commit, so a late commit can pass a newer
 * one: each subscriber may then miss it on resuming, which a toast can bear; state is read anew.
 */
export async function startEventHub(database: Database): Promise<EventHub> {
  const subscribers = new Set<Subscriber>()
  const recent = await eventsAfter(database, 0)
  let lastId = recent.at(-1)?.id ?? 0
  let stopped = false

  const publish = (event: HubEvent): void => {
    // After a gap an event may come by the table and by NOTIFY.
    if (recent.some(({ id }) => id === event.id)) return
    recent.push(event)
    // Twice as many as are told, so that what the table tells after a gap is recognised.
    if (recent.length > 2 * mostMissedEvents) recent.shift()
    lastId = Math.max(lastId, event.id)
    for (const subscriber of subscribers) subscriber.send(event)
  }
  const stopListening = await database.listen('events', {
    onNotification: (payload) => {
      const event = readNotification(payload)
      if (event) publish(event)
    },
    onGap: async () => {
      for (const event of await eventsAfter(database, lastId)) publish(event)
    },
  })

  return {
    subscribe: (subscriber, lastEventId) => {
      if (stopped) {
        subscriber.end()
        return () => undefined
      }
      if (lastEventId !== null) {
        const missed = recent.filter(({ id }) => id > lastEventId).toSorted((a, b) => a.id - b.id)
        for (const event of missed.slice(-mostMissedEvents)) subscriber.send(event)
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

/** Null when it is none of ours: anybody at the database can NOTIFY. */
function readNotification(payload: string): HubEvent | null {
  try {
    return notification.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

async function eventsAfter({ db }: Database, id: number): Promise<HubEvent[]> {
  const newestFirst = await db
    .selectFrom('events')
    .select(['id', 'name', 'data'])
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .limit(mostMissedEvents)
    .execute()
  return newestFirst.toReversed()
}
