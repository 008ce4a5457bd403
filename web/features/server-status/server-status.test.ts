import { QueryObserver, environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverStatusAnswer } from '#test/factories/server-status-answers.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { listenToEvents } from '#web/app/events.ts'
import { queryClient } from '#web/app/query-client.ts'
import {
  isOutdated,
  playersText,
  serverStatusQuery,
  toServerView,
  type ServerView,
} from './server-status.tsx'

const page = new EventTarget()
const seen = { readyState: 'complete', visibilityState: 'visible' }
const isServer = environmentManager.isServer()
let stops: (() => void)[] = []
let requestCount = 0
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  // Without it no query is repeated.
  environmentManager.setIsServer(() => false)
  requestCount = 0
  FakeEventSource.opened = []
  answer = async () => Response.json(serverStatusAnswer({ players: 32 }))
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
  queryClient.clear()
  seen.visibilityState = 'visible'
  environmentManager.setIsServer(() => isServer)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets time pass, and the page load the schema of what it received. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

async function watch() {
  const observer = new QueryObserver(queryClient, serverStatusQuery)
  stops.push(
    observer.subscribe(() => undefined),
    listenToEvents(() => undefined),
  )
  await pass(0)
  const view = (): ServerView => {
    const { data, error } = observer.getCurrentResult()
    return toServerView({ data, problem: error })
  }
  return { view, players: () => view().server.players }
}

test('before the first response the status is unknown, with 0 of 10 players', () => {
  expect(toServerView({ data: undefined, problem: null })).toMatchObject({
    fetchStatus: 'waiting',
    server: { status: 'unknown', players: 0, maxPlayers: 10, observedAt: null },
  })
})

test('fetches at once, and again every 30 seconds', async () => {
  const { players } = await watch()
  expect(players()).toBe(32)
  answer = async () => Response.json(serverStatusAnswer({ players: 33 }))
  await pass(29_000)
  expect(players()).toBe(32)
  await pass(1000)
  expect(players()).toBe(33)
})

test('a hidden page does not fetch', async () => {
  await watch()
  seen.visibilityState = 'hidden'
  await pass(300_000)
  expect(requestCount).toBe(1)
})

test('several subscribers share one request, and fetching stops with the last of them', async () => {
  await Promise.all([watch(), watch()])
  expect(requestCount).toBe(1)
  await pass(30_000)
  expect(requestCount).toBe(2)
  stops.forEach((stop) => stop())
  stops = []
  await pass(300_000)
  expect(requestCount).toBe(2)
})

test('without a response the last value stays, marked as outdated', async () => {
  const { view } = await watch()
  answer = async () => new Response('', { status: 503 })
  await pass(30_000)
  expect(view()).toMatchObject({ fetchStatus: 'failing', server: { players: 32 } })
  expect(isOutdated(view())).toBe(true)
  answer = async () => Response.json(serverStatusAnswer({ players: 34, stale: false }))
  await pass(30_000)
  expect(view()).toMatchObject({ fetchStatus: 'loaded', server: { players: 34 } })
  expect(isOutdated(view())).toBe(false)
  answer = async () => Response.json(serverStatusAnswer({ players: 34, stale: true }))
  await pass(30_000)
  expect(isOutdated(view())).toBe(true)
})

test('an event wins over a response under way', async () => {
  const slow = Promise.withResolvers<Response>()
  answer = () => slow.promise
  const { players } = await watch()
  const data = JSON.stringify(serverStatusAnswer({ players: 41 }))
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('server-status', { data }))
  slow.resolve(Response.json(serverStatusAnswer({ players: 40 })))
  await pass(0)
  expect(players()).toBe(41)
})

test('players are no number while nobody has counted them', () => {
  const view = (status: 'online' | 'unknown') =>
    toServerView({
      data: { ...serverStatusAnswer({ players: 0 }), maxPlayers: 10, status },
      problem: null,
    })
  expect(playersText(view('unknown'))).toBe('inconnu')
  expect(playersText(view('online'))).toBe('0 / 10')
})
