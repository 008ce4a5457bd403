import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { listenToEvents } from '#web/app/events.ts'
import { isOutdated, readServerStatus, watchServerStatus } from './server-status.tsx'

const page = new EventTarget()
const seen = Object.assign(new EventTarget(), { readyState: 'complete', hidden: false })
let stops: (() => void)[] = []
let requestCount = 0
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  requestCount = 0
  FakeEventSource.opened = []
  answer = async () => Response.json({ players: 32 })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', seen)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', () => {
    requestCount += 1
    return answer()
  })
})

afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  seen.hidden = false
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function watch(): Promise<void> {
  stops.push(
    watchServerStatus(() => undefined),
    listenToEvents(() => undefined),
  )
  await vi.advanceTimersByTimeAsync(0)
}

const players = (): number => readServerStatus().server.players

test('before the first response the status is unknown, with 0 of 10 players', () => {
  expect(readServerStatus()).toMatchObject({
    fetchStatus: 'waiting',
    server: { status: 'unknown', players: 0, maxPlayers: 10, observedAt: null },
  })
})

test('fetches at once, and again every 30 seconds', async () => {
  await watch()
  expect(players()).toBe(32)
  answer = async () => Response.json({ players: 33 })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(players()).toBe(32)
  await vi.advanceTimersByTimeAsync(1)
  expect(players()).toBe(33)
})

test('a hidden page does not fetch, and fetches at once when it is visible again', async () => {
  await watch()
  seen.hidden = true
  await vi.advanceTimersByTimeAsync(300_000)
  expect(requestCount).toBe(1)
  seen.hidden = false
  seen.dispatchEvent(new Event('visibilitychange'))
  expect(requestCount).toBe(2)
})

test('several subscribers share one request, and fetching stops with the last of them', async () => {
  await watch()
  stops.push(watchServerStatus(() => undefined))
  expect(requestCount).toBe(1)
  stops.forEach((stop) => stop())
  stops = []
  await vi.advanceTimersByTimeAsync(300_000)
  expect(requestCount).toBe(1)
})

test('without a response the last value stays, marked as outdated', async () => {
  await watch()
  answer = async () => new Response('', { status: 503 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readServerStatus()).toMatchObject({ fetchStatus: 'failing', server: { players: 32 } })
  expect(isOutdated(readServerStatus())).toBe(true)
  answer = async () => Response.json({ players: 34, stale: false })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readServerStatus()).toMatchObject({ fetchStatus: 'loaded', server: { players: 34 } })
  expect(isOutdated(readServerStatus())).toBe(false)
  answer = async () => Response.json({ players: 34, stale: true })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isOutdated(readServerStatus())).toBe(true)
})

test('an event wins over a response under way', async () => {
  const slow = Promise.withResolvers<Response>()
  answer = () => slow.promise
  await watch()
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('server-status', { data: '{"players":41}' }),
  )
  slow.resolve(Response.json({ players: 40 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(players()).toBe(41)
})
