import { LRUCache } from 'lru-cache'

/** A page that was away longer gets the newest of these only. */
export const maxMissedEvents = 100

/**
 * Events that describe a current state: only the newest counts, and a returning page refetches the
 * state instead of replaying the events.
 */
const states: ReadonlySet<string> = new Set(['server-status'])

/**
 * A returning page refetches these too: a replayed event may contain a text that its maker or the
 * staff has removed, or end the page of somebody who has signed in again.
 */
const refetched: ReadonlySet<string> = new Set([
  ...states,
  'team-listing',
  'perks',
  'to-do',
  'signed-out',
])

/** How many players' newest state is kept, so that a flood of changes cannot fill the memory. */
const maxAudiences = 1000

/** For how many of the newest events the order of arrival is known. */
const maxPlaces = 2000

interface Received {
  readonly event: HubEvent
  /** Its position in the order of arrival. */
  readonly place: number
}

/**
 * The newest events. Those for everybody are all delivered; those for one player describe a state,
 * so only the newest counts. They are kept apart, so that frequent balance changes cannot push out
 * what everybody missed.
 */
export function createEventMemory() {
  const forEverybody: Received[] = []
  const byAudience = new LRUCache<string, Received>({ max: maxAudiences })
  const placeById = new LRUCache<number, number>({ max: maxPlaces })
  let receivedCount = 0

  function addForEverybody(received: Received): boolean {
    const { id, name } = received.event
    if (forEverybody.some(({ event }) => event.id === id)) return false
    if (states.has(name) && !forgetOlder(received.event)) return false
    forEverybody.push(received)
    // Twice as many as are delivered, so that duplicates from the table after a gap are recognised.
    if (forEverybody.length > 2 * maxMissedEvents) forEverybody.shift()
    return true
  }

  /** False when a newer one is known. */
  function forgetOlder({ id, name }: HubEvent): boolean {
    const index = forEverybody.findIndex(({ event }) => event.name === name)
    const known = forEverybody[index]?.event
    if (known === undefined) return true
    if (known.id > id) return false
    forEverybody.splice(index, 1)
    return true
  }

  function addForOne(received: Received, audience: string): boolean {
    // Not kept: one change can be for ten thousand players, and would push out their balances.
    if (refetched.has(received.event.name)) return true
    const known = byAudience.get(audience)?.event
    if (known && known.id >= received.event.id) return false
    byAudience.set(audience, received)
    return true
  }

  function placeOf(id: number): number {
    const known = placeById.get(id)
    if (known !== undefined) return known
    receivedCount += 1
    placeById.set(id, receivedCount)
    return receivedCount
  }

  return {
    /** Returns whether the event is new; known and outdated ones are not kept. */
    add: (event: HubEvent): boolean => {
      const received = { event, place: placeOf(event.id) }
      return event.audience === null
        ? addForEverybody(received)
        : addForOne(received, event.audience)
    },
    /**
     * The events that a returning page missed, in order of arrival. That is the order of the
     * commits, which is the same in every process. Ids are assigned before the commit, so the event
     * after the page's last one may have a smaller id.
     */
    missedBy: (audiences: readonly string[], lastEventId: number): HubEvent[] => {
      const lastPlace = placeById.get(lastEventId)
      const isMissed = ({ event, place }: Received): boolean =>
        lastPlace === undefined ? event.id > lastEventId : place > lastPlace
      const own = audiences.flatMap((audience) => byAudience.get(audience) ?? [])
      const replayed = forEverybody.filter(({ event }) => !refetched.has(event.name))
      return [...replayed, ...own]
        .filter(isMissed)
        .toSorted((a, b) => a.place - b.place)
        .slice(-maxMissedEvents)
        .map(({ event }) => event)
    },
  }
}

/** One server-sent event, ready to be written. */
export interface HubEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
  /** Whom it is for: a Steam ID, a browser, an account or the staff; null for everybody. */
  readonly audience: string | null
}
