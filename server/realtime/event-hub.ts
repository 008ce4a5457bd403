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
  /**
   * Hands every event to the subscriber, first those after `lastEventId` when it is given. Rejects
   * when those cannot be read.
   */
  subscribe(subscriber: Subscriber, lastEventId: number | null): Promise<() => void>
  /** Ends all streams; their pages connect again, to another process or to the next start. */
  stop(): Promise<void>
}

const notification = z.object({ id: z.number(), name: z.string(), data: z.unknown() })

/** A page that was away longer gets the newest of these only. */
const mostMissedEvents = 100

/**
 * Passes on what any process commits. NOTIFY carries the event itself; after a gap in listening the
 * table tells what was missed. Ids are handed out before commit, so a late commit can pass a newer
 * one: each subscriber may then miss it on resuming, which a toast can bear; state is read anew.
 */
export async function startEventHub(database: Database): Promise<EventHub> {
  const subscribers = new Set<Subscriber>()
  const recent = new RecentIds()
  let lastId = await newestEventId(database)
  let stopped = false

  const publish = (event: HubEvent): void => {
    // After a gap an event may come by the table and by NOTIFY.
    if (!recent.add(event.id)) return
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
    subscribe: async (subscriber, lastEventId) => {
      if (stopped) {
        subscriber.end()
        return () => undefined
      }
      const subscription = resumed(subscriber)
      // Already a subscriber while the table is read, so that nothing falls in between.
      subscribers.add(subscription)
      const unsubscribe = (): void => {
        subscribers.delete(subscription)
      }
      try {
        subscription.catchUp(lastEventId === null ? [] : await eventsAfter(database, lastEventId))
      } catch (error) {
        unsubscribe()
        throw error
      }
      return unsubscribe
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

/** Holds live events back until the missed ones are sent, and sends none of them twice. */
function resumed({ send, end }: Subscriber): Subscriber & { catchUp(missed: HubEvent[]): void } {
  let held: HubEvent[] | null = []
  return {
    end,
    send: (event) => {
      if (held) held.push(event)
      else send(event)
    },
    catchUp: (missed) => {
      const ids = new Set(missed.map(({ id }) => id))
      const live = held ?? []
      held = null
      for (const event of [...missed, ...live.filter(({ id }) => !ids.has(id))]) send(event)
    },
  }
}

/** The ids of the newest events, for telling a repetition. */
class RecentIds {
  readonly #ids = new Set<number>()

  /** False when it was added before. */
  add(id: number): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    if (this.#ids.size > 2 * mostMissedEvents) {
      const [oldest] = this.#ids
      if (oldest !== undefined) this.#ids.delete(oldest)
    }
    return true
  }
}

async function newestEventId({ db }: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
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
