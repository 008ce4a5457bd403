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
import { rememberedSteamId } from '#web/features/accounts/remembered-player.ts'

const page = new EventTarget()
const kept = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', { readyState: 'complete' })
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('tells of purchases until it is stopped', () => {
  const purchase = vi.fn<(payload: { readonly type: string }) => void>()
  const stop = listenToEvents(purchase)
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(purchase).toHaveBeenCalledWith({ type: 'Reskin' })
  stop()
  expect(FakeEventSource.newest?.readyState).toBe(FakeEventSource.CLOSED)
})

test('pages that ask for it hear of purchases as well, until they stop', () => {
  const heard = vi.fn<() => void>()
  const leave = subscribeToPurchases(heard)
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  leave()
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(heard).toHaveBeenCalledOnce()
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

test('the stream ends where the page is left, and begins again when the browser brings it back', () => {
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

test('a page shown for the first time has one stream only', () => {
  const stop = listenToEvents(() => undefined)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(FakeEventSource.opened).toHaveLength(1)
  stop()
})

test('a refusal is tried again after half a minute, a broken line is left to the browser', () => {
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

test('hears the balance of the remembered Steam ID, and says when it may have missed some of it', () => {
  kept.set('userSteamId', '76561198006409530')
  const heard: (number | null)[] = []
  const leave = subscribeToBalance((balance) => heard.push(balance))
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198006409530')
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":550}' }))
  leave()
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":1}' }))
  expect(heard).toEqual([null, 550])
  stop()
})

test('says nothing of the player before, while another tab has just remembered another one', () => {
  kept.set('userSteamId', '76561198006409530')
  const heard: (number | null)[] = []
  const leave = subscribeToBalance((balance) => heard.push(balance))
  const stop = listenToEvents(() => undefined)
  kept.set('userSteamId', '76561198000000001')
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data: '{"balance":550}' }))
  expect(heard).toEqual([])
  leave()
  stop()
})

test('a Steam ID that no server would take is not asked for: purchases are heard all the same', () => {
  kept.set('userSteamId', 'nobody')
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  stop()
})

test('listens anew when the Steam ID changes, in this tab or in another', () => {
  const stop = listenToEvents(() => undefined)
  const first = FakeEventSource.newest
  rememberedSteamId.write('76561198006409530')
  expect(first?.readyState).toBe(FakeEventSource.CLOSED)
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198006409530')
  rememberedSteamId.write('76561198006409530')
  expect(FakeEventSource.opened).toHaveLength(2)
  kept.set('userSteamId', '76561198000000001')
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'userSteamId' }))
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198000000001')
  expect(FakeEventSource.opened.filter(({ readyState }) => readyState === 1)).toHaveLength(1)
  stop()
  rememberedSteamId.write('76561198006409530')
  expect(FakeEventSource.opened).toHaveLength(3)
})

test('tells when the shop’s items changed, and whenever it begins to hear that they may have', () => {
  const changed = vi.fn<() => void>()
  const leave = subscribeToShopItems(changed)
  const stop = listenToEvents(() => undefined)
  // The page read them before that.
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

test('tells what the game server’s status is now, until the page stops listening', () => {
  const heard = vi.fn<(status: { readonly players: number }) => void>()
  const leave = subscribeToServerStatus(heard)
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('server-status', { data: '{"players":42}' }),
  )
  expect(heard).toHaveBeenCalledWith({ players: 42 })
  leave()
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('server-status', { data: '{"players":43}' }),
  )
  expect(heard).toHaveBeenCalledOnce()
  stop()
})

test('tells what became of a listing, and whenever it begins to hear that something may have', () => {
  const heard: unknown[] = []
  const leave = subscribeToTeamListings((event) => heard.push(event))
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  const gone = { change: 'gone', id: '5d1f4f6e-6f0e-4a1c-9a61-0b7d2b9f3c11' }
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify(gone) }),
  )
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(heard).toEqual([null, gone, null])
  leave()
  stop()
})
