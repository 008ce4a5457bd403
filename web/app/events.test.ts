import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '#test/fake-event-source.ts'
import {
  listenToEvents,
  subscribeToBalance,
  subscribeToPurchases,
  subscribeToServerStatus,
  subscribeToShopItems,
  subscribeToTeamListings,
} from './events.ts'
import { storedSteamId } from '#web/features/accounts/stored-player.ts'

const page = new EventTarget()
const stored = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', { readyState: 'complete' })
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('reports purchases until it is stopped', () => {
  const purchase = vi.fn<(payload: { readonly type: string }) => void>()
  const stop = listenToEvents(purchase)
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(purchase).toHaveBeenCalledWith({ type: 'Reskin' })
  stop()
  expect(FakeEventSource.newest?.readyState).toBe(FakeEventSource.CLOSED)
})

test('a page that subscribes to purchases receives them until it unsubscribes', () => {
  const received = vi.fn<() => void>()
  const leave = subscribeToPurchases(received)
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  leave()
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(received).toHaveBeenCalledOnce()
  stop()
})

test('waits for the page to have loaded', () => {
  vi.stubGlobal('document', { readyState: 'interactive' })
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.opened).toHaveLength(0)
  page.dispatchEvent(new Event('load'))
  expect(FakeEventSource.opened).toHaveLength(1)
  stop()
})

test('the stream closes when the page is left, and opens again when the browser restores the page', () => {
  const purchase = vi.fn<() => void>()
  const stop = listenToEvents(purchase)
  const first = FakeEventSource.newest
  page.dispatchEvent(new Event('pagehide'))
  expect(first?.readyState).toBe(FakeEventSource.CLOSED)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.opened).toHaveLength(2)
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(purchase).toHaveBeenCalledOnce()
  stop()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('a page shown for the first time opens only one stream', () => {
  const stop = listenToEvents(() => undefined)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(FakeEventSource.opened).toHaveLength(1)
  stop()
})

test('a refused stream is retried after half a minute; the browser itself reconnects a broken one', () => {
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  FakeEventSource.newest?.close()
  FakeEventSource.newest?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(29_999)
  expect(FakeEventSource.opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeEventSource.opened).toHaveLength(2)
  stop()
})

test('reports the balance of the stored Steam ID, and null when changes may have been missed', () => {
  stored.set('userSteamId', '76561198006409530')
  const received: (number | null)[] = []
  const leave = subscribeToBalance((balance) => received.push(balance))
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198006409530')
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":550}' }))
  leave()
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":1}' }))
  expect(received).toEqual([null, 550])
  stop()
})

test('ignores the previous player’s balance once another tab has stored another Steam ID', () => {
  stored.set('userSteamId', '76561198006409530')
  const received: (number | null)[] = []
  const leave = subscribeToBalance((balance) => received.push(balance))
  const stop = listenToEvents(() => undefined)
  stored.set('userSteamId', '76561198000000001')
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":550}' }))
  expect(received).toEqual([])
  leave()
  stop()
})

test('an invalid Steam ID is not sent, and purchases still arrive', () => {
  stored.set('userSteamId', 'nobody')
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  stop()
})

test('reconnects when the Steam ID changes, in this tab or in another', () => {
  const stop = listenToEvents(() => undefined)
  const first = FakeEventSource.newest
  storedSteamId.write('76561198006409530')
  expect(first?.readyState).toBe(FakeEventSource.CLOSED)
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198006409530')
  storedSteamId.write('76561198006409530')
  expect(FakeEventSource.opened).toHaveLength(2)
  stored.set('userSteamId', '76561198000000001')
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'userSteamId' }))
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198000000001')
  expect(FakeEventSource.opened.filter(({ readyState }) => readyState === 1)).toHaveLength(1)
  stop()
  storedSteamId.write('76561198006409530')
  expect(FakeEventSource.opened).toHaveLength(3)
})

test('reports a change of the shop’s items, and a possible one after each connection', () => {
  const changed = vi.fn<() => void>()
  const leave = subscribeToShopItems(changed)
  const stop = listenToEvents(() => undefined)
  // The page loaded them before that.
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(changed).toHaveBeenCalledTimes(1)
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('shop-items', { data: '{}' }))
  expect(changed).toHaveBeenCalledTimes(2)
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(changed).toHaveBeenCalledTimes(3)
  leave()
  stop()
})

test('reports the game server’s status until the page unsubscribes', () => {
  const received = vi.fn<(status: { readonly players: number }) => void>()
  const leave = subscribeToServerStatus(received)
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('server-status', { data: '{"players":42}' }),
  )
  expect(received).toHaveBeenCalledWith({ players: 42 })
  leave()
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('server-status', { data: '{"players":43}' }),
  )
  expect(received).toHaveBeenCalledOnce()
  stop()
})

test('reports changes of listings, and a possible one after each connection', () => {
  const received: unknown[] = []
  const leave = subscribeToTeamListings((event) => received.push(event))
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  const gone = { change: 'gone', id: '5d1f4f6e-6f0e-4a1c-9a61-0b7d2b9f3c11' }
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify(gone) }),
  )
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(received).toEqual([null, gone, null])
  leave()
  stop()
})
