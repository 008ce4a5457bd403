import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { listenToEvents } from '#web/app/events.ts'
import { isOld, readServerStatus, watchServerStatus } from './server-status.tsx'

const page = new EventTarget()
const seen = Object.assign(new EventTarget(), { readyState: 'complete', hidden: false })
let stops: (() => void)[] = []
let asked = 0
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  FakeEventSource.opened = []
  answer = async () => Response.json({ players: 32 })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', seen)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', () => {
    asked += 1
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

test('before anything is heard the server is unknown, with 0 of 10 players', () => {
  expect(readServerStatus()).toMatchObject({
    line: 'waiting',
    server: { status: 'unknown', players: 0, maxPlayers: 10, observedAt: null },
  })
})

test('asks at once, and again every 30 seconds', async () => {
  await watch()
  expect(players()).toBe(32)
  answer = async () => Response.json({ players: 33 })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(players()).toBe(32)
  await vi.advanceTimersByTimeAsync(1)
  expect(players()).toBe(33)
})

test('a page that nobody sees asks nothing, and asks at once when it is seen again', async () => {
  await watch()
  seen.hidden = true
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(1)
  seen.hidden = false
  seen.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toBe(2)
})

test('several places on a page ask once, and nobody asks when the last of them is gone', async () => {
  await watch()
  stops.push(watchServerStatus(() => undefined))
  expect(asked).toBe(1)
  stops.forEach((stop) => stop())
  stops = []
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(1)
})

test('without an answer the last value stays, and the page can say so', async () => {
  await watch()
  answer = async () => new Response('', { status: 503 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readServerStatus()).toMatchObject({ line: 'failing', server: { players: 32 } })
  expect(isOld(readServerStatus())).toBe(true)
  answer = async () => Response.json({ players: 34, stale: false })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readServerStatus()).toMatchObject({ line: 'heard', server: { players: 34 } })
  expect(isOld(readServerStatus())).toBe(false)
  answer = async () => Response.json({ players: 34, stale: true })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isOld(readServerStatus())).toBe(true)
})

test('an event counts more than an answer that was on its way', async () => {
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
