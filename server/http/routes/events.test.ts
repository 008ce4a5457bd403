import { afterEach, expect, it, test, vi } from 'vitest'
import type { EventHub, Subscriber } from '#server/realtime/event-hub.ts'
import type { HubEvent } from '#server/realtime/event-memory.ts'
import { cacheResponse, versionOf } from '#server/http/response-cache.ts'
import { createScheduler, eventRoutes } from './events.ts'

const uncounted = { inc: () => undefined, dec: () => undefined }

afterEach(() => vi.useRealTimers())

it('gives a sign of life, so that no proxy thinks the stream dead', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { reader } = await openStream(createHub())
  expect(await readText(reader)).toBe('retry: 3000\n\n')
  vi.advanceTimersByTime(25_000)
  expect(await readText(reader)).toMatch(/^:/)
  await reader.cancel()
  expect(vi.getTimerCount()).toBe(0)
})

it('hands the last event’s id on, when it is one', async () => {
  const hub = createHub()
  for (const header of ['12', '0', 'x', '-1', '1.5', '99999999999999999999']) {
    await openStream(hub, header)
  }
  expect(hub.lastEventIds).toEqual([12, 0, null, null, null, null])
})

it('asks for the visitor’s own events and those of the Steam ID that the page names, in any of its forms', async () => {
  const hub = createHub()
  const routes = routesOf(hub)
  await routes.request('/api/events')
  await routes.request('/api/events?steamId=76561198006409530')
  await routes.request('/api/events?steamId=%5BU:1:46143802%5D')
  expect([...hub.subscribers].map(({ audiences }) => audiences)).toEqual([
    ['user:anna'],
    ['user:anna', '76561198006409530'],
    ['user:anna', '76561198006409530'],
  ])
})

it('names the versions that a page has and that are no longer those of now', async () => {
  const current = await Promise.all(
    ['/api/site', '/api/donors?since=1'].map(async (address) => {
      const made = await answers.get(address)?.read()
      return made && versionOf(address, made)
    }),
  )
  const old = ['/api/site "old"', '/api/unreadable "old"', '/api/gone "old"', 'nonsense']
  const read = async (versions: readonly unknown[]): Promise<string> => {
    const query = new URLSearchParams({ versions: versions.join() })
    const hub = createHub()
    const { body } = await routesOf(hub).request(`/api/events?${query.toString()}`)
    if (!body) throw new Error('no stream')
    const reader = body.getReader()
    await readText(reader)
    await vi.waitFor(() => expect(hub.subscribers.size).toBe(1))
    // After what has changed.
    setImmediate(() => {
      for (const page of hub.subscribers) page.send({ id: 7, name: 'x', data: 1, audience: null })
    })
    return readText(reader)
  }
  const event = 'id: 7\nevent: x\ndata: 1\n\n'
  expect(await read(current)).toBe(event)
  expect(await read([...current, ...old])).toMatch(
    `event: outdated\ndata: ${JSON.stringify(old)}\n\n`,
  )
})

it('forgets a page that has left', async () => {
  const hub = createHub()
  const { reader } = await openStream(hub)
  await vi.waitFor(() => expect(hub.subscribers.size).toBe(1))
  await reader.cancel()
  expect(hub.subscribers.size).toBe(0)
})

it('ends a page that does not read, instead of keeping all for it', async () => {
  const hub = createHub()
  const { reader } = await openStream(hub)
  await vi.waitFor(() => expect(hub.subscribers.size).toBe(1))
  const [page] = hub.subscribers
  const data = { text: 'x'.repeat(1000) }
  for (let id = 1; id <= 1000; id += 1) page?.send({ id, name: 'test', data, audience: null })
  expect(hub.subscribers.size).toBe(0)
  let received = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    received += new TextDecoder().decode(chunk.value)
  }
  expect(received.length).toBeGreaterThan(10_000)
  expect(received.length).toBeLessThan(100_000)
})

it('ends a page whose missed events are more than it takes', async () => {
  const hub = createHub()
  hub.missed = Array.from({ length: 1000 }, (_, id) => ({
    id,
    name: 'x',
    data: 'y'.repeat(1000),
    audience: null,
  }))
  await openStream(hub, '0')
  expect(hub.subscribers.size).toBe(0)
})

it('takes no more pages than twenty from one network, until one of them leaves', async () => {
  const routes = routesOf(createHub())
  const pages = await Promise.all(
    Array.from({ length: 20 }, async () => routes.request('/api/events')),
  )
  expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const refused = await routes.request('/api/events')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await pages[0]?.body?.cancel()
  expect((await routes.request('/api/events')).status).toBe(200)
})

it('takes more from this machine itself, where a proxy or a probe may be', async () => {
  const routes = routesOf(createHub(), '127.0.0.1')
  const pages = await Promise.all(
    Array.from({ length: 30 }, async () => routes.request('/api/events')),
  )
  expect(pages.map(({ status }) => status)).toEqual(Array(30).fill(200))
})

it('gives the place of a page back whose account cannot be read', async () => {
  const routes = eventRoutes({
    hub: createHub(),
    readNetworks: () => [{ name: '9.9.9.9', factor: 1 }],
    readAudiences: () => Promise.reject(new Error('no database')),
    findAnswer: () => undefined,
    open: uncounted,
  }).onError((_, context) => context.body(null, 503))
  for (let page = 0; page < 25; page += 1) {
    expect((await routes.request('/api/events')).status).toBe(503)
  }
})

interface TestHub extends EventHub {
  readonly subscribers: Set<Subscriber>
  readonly lastEventIds: (number | null)[]
  missed: readonly HubEvent[]
}

function createHub(): TestHub {
  const subscribers = new Set<Subscriber>()
  const lastEventIds: (number | null)[] = []
  const hub: TestHub = {
    subscribers,
    lastEventIds,
    missed: [],
    subscribe: (subscriber, lastEventId) => {
      for (const event of hub.missed) subscriber.send(event)
      subscribers.add(subscriber)
      lastEventIds.push(lastEventId)
      return () => subscribers.delete(subscriber)
    },
    sendHere: () => undefined,
    stop: () => Promise.resolve(),
  }
  return hub
}

const answerOf = (make: () => Promise<unknown>) => cacheResponse(make, { milliseconds: 60_000 })
const answers = new Map([
  ['/api/site', answerOf(() => Promise.resolve('ours'))],
  ['/api/donors?since=1', answerOf(() => Promise.resolve([]))],
  ['/api/unreadable', answerOf(() => Promise.reject(new Error('no database')))],
])

function routesOf(hub: EventHub, network = '9.9.9.9') {
  return eventRoutes({
    hub,
    readNetworks: () => [{ name: network, factor: 1 }],
    readAudiences: () => Promise.resolve(['user:anna']),
    findAnswer: (address) => answers.get(address),
    open: uncounted,
  })
}

async function openStream(hub: EventHub, lastEventId?: string) {
  const headers = new Headers()
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  const routes = routesOf(hub)
  const answer = await routes.request('/api/events', { headers })
  if (!answer.body) throw new Error('no stream')
  return { reader: answer.body.getReader() }
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return new TextDecoder().decode((await reader.read()).value)
}

test('work for many pages is done in its order, and others are served in between', async () => {
  const takeTurn = createScheduler()
  const done: number[] = []
  for (let page = 0; page < 1000; page += 1) takeTurn(() => done.push(page))
  expect(done).toEqual([])
  const counts = new Set<number>()
  while (done.length < 1000) {
    await new Promise((resolve) => setImmediate(resolve))
    counts.add(done.length)
  }
  expect(counts.size).toBeGreaterThan(3)
  expect(done).toEqual(Array.from({ length: 1000 }, (_, page) => page))
})
