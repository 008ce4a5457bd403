import type { HubEvent } from './hub-event.ts'

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

interface EventMemory {
  /** Whether the event is new; one that is known or overtaken is not kept. */
  readonly add: (event: HubEvent) => boolean
  readonly lastId: () => number
  /** What a page has to be told that comes back, oldest first. */
  readonly missedBy: (audience: string | null, lastEventId: number) => HubEvent[]
}

/**
 * The newest events. Those for everybody happened, and each is told; those for one player say how
 * something of his stands, so only the newest counts. They lie apart: however often balances
 * change, what everybody missed stays.
 */
export function createEventMemory(): EventMemory {
  const forEverybody: HubEvent[] = []
  const byAudience = new Map<string, HubEvent>()
  let lastId = 0

  function addForEverybody(event: HubEvent): boolean {
    if (forEverybody.some(({ id }) => id === event.id)) return false
    if (states.has(event.name) && !forgetOlder(event)) return false
    forEverybody.push(event)
    // Twice as many as are told, so that what the table tells after a gap is recognised.
    if (forEverybody.length > 2 * mostMissedEvents) forEverybody.shift()
    return true
  }

  /** False when a newer one is known. */
  function forgetOlder({ id, name }: HubEvent): boolean {
    const index = forEverybody.findIndex((event) => event.name === name)
    const known = forEverybody[index]
    if (known === undefined) return true
    if (known.id > id) return false
    forEverybody.splice(index, 1)
    return true
  }

  function addForOne(event: HubEvent, audience: string): boolean {
    const known = byAudience.get(audience)
    if (known && known.id >= event.id) return false
    // Put in anew, so that the first of the map is the one that changed longest ago.
    byAudience.delete(audience)
    byAudience.set(audience, event)
    const [oldest] = byAudience.keys()
    if (byAudience.size > mostAudiences && oldest !== undefined) byAudience.delete(oldest)
    return true
  }

  return {
    add: (event) => {
      lastId = Math.max(lastId, event.id)
      return event.audience === null ? addForEverybody(event) : addForOne(event, event.audience)
    },
    lastId: () => lastId,
    missedBy: (audience, lastEventId) => {
      const own = audience === null ? undefined : byAudience.get(audience)
      return [...forEverybody.filter(({ name }) => !readAnew.has(name)), ...(own ? [own] : [])]
        .filter(({ id }) => id > lastEventId)
        .toSorted((a, b) => a.id - b.id)
        .slice(-mostMissedEvents)
    },
  }
}
