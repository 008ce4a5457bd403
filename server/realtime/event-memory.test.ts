import { expect, test } from 'vitest'
import { createEventMemory, type HubEvent } from './event-memory.ts'

test('a returning page gets the events for everybody and its own', () => {
  const memory = createEventMemory()
  const events = [purchase(1), balance(2, 'anna', 100), purchase(3), balance(4, 'boris', 200)]
  for (const event of events) expect(memory.add(event)).toBe(true)
  expect(idsOf(memory.missedBy(['anna'], 0))).toEqual([1, 2, 3])
  expect(idsOf(memory.missedBy([], 0))).toEqual([1, 3])
  expect(idsOf(memory.missedBy(['anna'], 2))).toEqual([3])
})

test('a returning page gets an event that was committed late with a smaller id', () => {
  const memory = createEventMemory()
  for (const event of [purchase(9), purchase(11), purchase(10), balance(8, 'anna', 100)]) {
    expect(memory.add(event)).toBe(true)
  }
  expect(idsOf(memory.missedBy(['anna'], 11))).toEqual([10, 8])
  expect(idsOf(memory.missedBy(['anna'], 10))).toEqual([8])
  expect(idsOf(memory.missedBy(['anna'], 8))).toEqual([])
  // This process never received the page's last event: only its id is known.
  expect(idsOf(memory.missedBy(['anna'], 7))).toEqual([9, 11, 10, 8])
})

test('only the newest state of a balance counts, in any order of arrival', () => {
  const memory = createEventMemory()
  expect(memory.add(balance(7, 'anna', 70))).toBe(true)
  expect(memory.add(balance(7, 'anna', 70))).toBe(false)
  expect(memory.add(balance(6, 'anna', 60))).toBe(false)
  expect(memory.missedBy(['anna'], 0)).toEqual([balance(7, 'anna', 70)])
})

test('an event for everybody is recognised as a duplicate, also when it is late', () => {
  const memory = createEventMemory()
  expect(memory.add(purchase(9))).toBe(true)
  expect(memory.add(purchase(8))).toBe(true)
  expect(memory.add(purchase(9))).toBe(false)
})

test('a flood of balance changes neither pushes out the events for everybody nor fills the memory', () => {
  const memory = createEventMemory()
  memory.add(purchase(1))
  for (let id = 2; id <= 20_000; id += 1) memory.add(balance(id, `player ${id % 5000}`, id))
  expect(idsOf(memory.missedBy([], 0))).toEqual([1])
  const remembered = Array.from({ length: 5000 }, (__, player) => `player ${player}`).filter(
    (player) => memory.missedBy([player], 1).length > 0,
  )
  expect(remembered).toHaveLength(1000)
  expect(remembered).toContain(`player ${20_000 % 5000}`)
})

test('only the newest server status counts, and it pushes out no purchases', () => {
  const memory = createEventMemory()
  memory.add(purchase(1))
  for (let id = 2; id <= 500; id += 1) expect(memory.add(serverStatus(id))).toBe(true)
  expect(memory.add(serverStatus(400))).toBe(false)
  expect(memory.add(serverStatus(500))).toBe(false)
  expect(idsOf(memory.missedBy([], 0))).toEqual([1])
})

test('listing events are not replayed: their text may be deleted by now', () => {
  const memory = createEventMemory()
  const listing: HubEvent = {
    id: 1,
    name: 'team-listing',
    data: { change: 'made', listing: { description: 'gone soon' } },
    audience: null,
  }
  expect([memory.add(listing), memory.add(listing), memory.add(purchase(2))]).toEqual([
    true,
    false,
    true,
  ])
  expect(idsOf(memory.missedBy([], 0))).toEqual([2])
})

function serverStatus(id: number): HubEvent {
  return { id, name: 'server-status', data: { players: id }, audience: null }
}

function purchase(id: number): HubEvent {
  return { id, name: 'purchase', data: { type: 'Skin' }, audience: null }
}

function balance(id: number, audience: string, kr: number): HubEvent {
  return { id, name: 'balance', data: { balance: kr }, audience }
}

function idsOf(events: readonly HubEvent[]): number[] {
  return events.map(({ id }) => id)
}
