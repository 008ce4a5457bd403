import { LRUCache } from 'lru-cache'

/** A page that was away longer gets the newest of these only. */
export const mostMissedEvents = 100

/**
 * Events that say how something stands: of these only the newest counts, and who comes back asks how
 * it stands now instead of hearing what was.
 */
const states: ReadonlySet<string> = new Set(['server-status'])

/** Of these, too, how it stands is asked for; what was may be a text that its maker or the staff took away. */
const readAnew: ReadonlySet<string> = new Set([...states, 'team-listing'])

/** Players of whom the newest state is remembered, so that a flood of changes cannot fill memory. */
const mostAudiences = 1000

/** Of so many of the newest events it is known in which order they were heard. */
const mostPlaces = 2000

interface EventMemory {
  /** Whether the event is new; one that is known or overtaken is not kept. */
  readonly add: (event: HubEvent) => boolean
  /**
   * What a page has to be told that comes back, in the order in which it was heard: that of the
   * commits, which every process hears alike. Ids are handed out before the commit, so that the
   * event after the page's last one may have a smaller id.
   */
  readonly missedBy: (audience: string | null, lastEventId: number) => HubEvent[]
}

interface Heard {
  readonly event: HubEvent
  /** Where in all that was heard. */
  readonly place: number
}

/**
 * The newest events. Those for everybody happened, and each is told; those for one player say how
 * something of his stands, so only the newest counts. They lie apart: however often balances
 * change, what everybody missed stays.
 */
export function createEventMemory(): EventMemory {
  const forEverybody: Heard[] = []
  const byAudience = new LRUCache<string, Heard>({ max: mostAudiences })
  const placeById = new LRUCache<number, number>({ max: mostPlaces })
  let heardSoFar = 0

  function addForEverybody(heard: Heard): boolean {
    const { id, name } = heard.event
    if (forEverybody.some(({ event }) => event.id === id)) return false
    if (states.has(name) && !forgetOlder(heard.event)) return false
    forEverybody.push(heard)
    // Twice as many as are told, so that what the table tells after a gap is recognised.
    if (forEverybody.length > 2 * mostMissedEvents) forEverybody.shift()
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

  function addForOne(heard: Heard, audience: string): boolean {
    const known = byAudience.get(audience)?.event
    if (known && known.id >= heard.event.id) return false
    byAudience.set(audience, heard)
    return true
  }

  function placeOf(id: number): number {
    const known = placeById.get(id)
    if (known !== undefined) return known
    heardSoFar += 1
    placeById.set(id, heardSoFar)
    return heardSoFar
  }

  return {
    add: (event) => {
      const heard = { event, place: placeOf(event.id) }
      return event.audience === null ? addForEverybody(heard) : addForOne(heard, event.audience)
    },
    missedBy: (audience, lastEventId) => {
      const lastPlace = placeById.get(lastEventId)
      const isMissed = ({ event, place }: Heard): boolean =>
        lastPlace === undefined ? event.id > lastEventId : place > lastPlace
      const own = audience === null ? undefined : byAudience.get(audience)
      const told = forEverybody.filter(({ event }) => !readAnew.has(event.name))
      return [...told, ...(own ? [own] : [])]
        .filter(isMissed)
        .toSorted((a, b) => a.place - b.place)
        .slice(-mostMissedEvents)
        .map(({ event }) => event)
    },
  }
}

/** One server-sent event, ready to be written. */
export interface HubEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
  /** The Steam ID that it is for; null for everybody. */
  readonly audience: string | null
}
