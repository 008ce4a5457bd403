import { QueryObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverStatusAnswer } from '#test/factories/server-status-answers.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { storedSteamId } from '#web/features/accounts/stored-player.ts'
import {
  listenToEvents,
  subscribeToPurchases,
  subscribeToShopItems,
  subscribeToTeamListings,
  subscribeToTodo,
} from './events.ts'
import { carry } from './first-view.ts'
import { queryClient, queryKeys } from './query-client.ts'

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
  carry([])
  vi.doUnmock('#contract/team.ts')
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function receive(name: string, data: string): Promise<void> {
  FakeEventSource.newest?.dispatchEvent(new MessageEvent(name, { data }))
  // The schema of its payload is loaded with the first event.
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

/** The requests of a page that shows the data of this key. */
async function show(queryKey: QueryKey) {
  const request = vi.fn<() => Promise<string>>(async () => 'loaded')
  const stop = new QueryObserver(queryClient, { queryKey, queryFn: request }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  request.mockClear()
  return { request, stop }
}

test('reports purchases until it is stopped', async () => {
  const purchase = vi.fn<() => void>()
  const stop = listenToEvents(purchase)
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  await receive('purchase', '{"type":"Reskin"}')
  expect(purchase).toHaveBeenCalledOnce()
  stop()
  expect(FakeEventSource.newest?.readyState).toBe(FakeEventSource.CLOSED)
})

test('a page that subscribes to purchases receives them until it unsubscribes', async () => {
  const received = vi.fn<() => void>()
  const leave = subscribeToPurchases(received)
  const stop = listenToEvents(() => undefined)
  await receive('purchase', '{"type":"Reskin"}')
  leave()
  await receive('purchase', '{"type":"Reskin"}')
  expect(received).toHaveBeenCalledOnce()
  stop()
})

test('a page of the staff looks again at each event, and when some may have been missed', async () => {
  const look = vi.fn<() => void>()
  const leave = subscribeToTodo(look)
  const stop = listenToEvents(() => undefined)
  await receive('to-do', '{}')
  expect(look).toHaveBeenCalledTimes(1)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(look).toHaveBeenCalledTimes(2)
  leave()
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

test('the stream closes when the page is left, and opens again when the browser restores the page', async () => {
  const purchase = vi.fn<() => void>()
  const stop = listenToEvents(purchase)
  const first = FakeEventSource.newest
  page.dispatchEvent(new Event('pagehide'))
  expect(first?.readyState).toBe(FakeEventSource.CLOSED)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.opened).toHaveLength(2)
  await receive('purchase', '{"type":"Reskin"}')
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

test('the balance of the stored Steam ID is stored, and its wallet refetched', async () => {
  const steamId = '76561198006409530'
  stored.set('userSteamId', steamId)
  const wallet = await show(queryKeys.wallet(steamId))
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events?steamId=76561198006409530')
  await receive('balance', '{"balance":550}')
  expect(queryClient.getQueryData(queryKeys.balance(steamId))).toEqual({ balance: 550 })
  expect(wallet.request).toHaveBeenCalledOnce()
  wallet.stop()
  stop()
})

test('balance, wallet and server status are refetched when a stream opens, because changes may have been missed', async () => {
  const steamId = '76561198006409530'
  stored.set('userSteamId', steamId)
  const shown = [
    await show(queryKeys.wallet(steamId)),
    await show(queryKeys.balance(steamId)),
    await show(queryKeys.serverStatus),
  ]
  const stop = listenToEvents(() => undefined)
  await receive('open', '')
  for (const { request } of shown) expect(request).toHaveBeenCalledOnce()
  shown.forEach((query) => query.stop())
  stop()
})

test('ignores the previous player’s balance once another tab has stored another Steam ID', async () => {
  stored.set('userSteamId', '76561198006409530')
  const stop = listenToEvents(() => undefined)
  stored.set('userSteamId', '76561198000000001')
  await receive('balance', '{"balance":550}')
  expect(queryClient.getQueriesData({ queryKey: queryKeys.balances })).toEqual([])
  stop()
})

test('orders and donors are refetched after a purchase', async () => {
  const shown = [await show(queryKeys.orders), await show(queryKeys.donors)]
  const stop = listenToEvents(() => undefined)
  await receive('purchase', '{"type":"Reskin"}')
  for (const { request } of shown) expect(request).toHaveBeenCalledOnce()
  shown.forEach((query) => query.stop())
  stop()
})

test('what shows perks is refetched after a change of a perk, and when a stream opens', async () => {
  const keys = [queryKeys.perks, queryKeys.perkReminders, queryKeys.order('order-1')]
  const shown = await Promise.all(keys.map(show))
  const stop = listenToEvents(() => undefined)
  await receive('perks', '{}')
  for (const { request } of shown) expect(request).toHaveBeenCalledTimes(1)
  await receive('open', '')
  for (const { request } of shown) expect(request).toHaveBeenCalledTimes(2)
  shown.forEach((query) => query.stop())
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

test('reports a change of the shop’s items, and a possible one after each connection', async () => {
  const changed = vi.fn<() => void>()
  const leave = subscribeToShopItems(changed)
  const stop = listenToEvents(() => undefined)
  // The page loaded them before that.
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(changed).toHaveBeenCalledTimes(1)
  await receive('shop-items', '{}')
  expect(changed).toHaveBeenCalledTimes(2)
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(changed).toHaveBeenCalledTimes(3)
  leave()
  stop()
})

test.each([
  ['the items of the skin shop', queryKeys.shopItems, 'shop-items'],
  ['the texts of products', queryKeys.productTexts, 'site'],
])('%s are refetched after a change, and when a stream opens', async (_what, queryKey, event) => {
  const shown = await show(queryKey)
  const stop = listenToEvents(() => undefined)
  await receive('open', '')
  expect(shown.request).toHaveBeenCalledTimes(1)
  await receive(event, '{}')
  expect(shown.request).toHaveBeenCalledTimes(2)
  shown.stop()
  stop()
})

test('of what the document carries, the first stream refetches what the server names, and a later one all', async () => {
  carry([[queryKeys.shopItems, [], 'items 1']])
  const [items, status] = [await show(queryKeys.shopItems), await show(queryKeys.serverStatus)]
  const stop = listenToEvents(() => undefined)
  expect(FakeEventSource.newest?.address).toBe('/api/events?versions=items+1')
  await receive('open', '')
  expect(items.request).not.toHaveBeenCalled()
  expect(status.request).toHaveBeenCalledTimes(1)
  await receive('outdated', '["items 1","another"]')
  expect(items.request).toHaveBeenCalledTimes(1)
  expect(status.request).toHaveBeenCalledTimes(1)
  await receive('open', '')
  expect(items.request).toHaveBeenCalledTimes(2)
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.newest?.address).toBe('/api/events')
  items.stop()
  status.stop()
  stop()
})

test('the game server’s status is stored', async () => {
  const stop = listenToEvents(() => undefined)
  await receive('server-status', JSON.stringify(serverStatusAnswer({ players: 42 })))
  expect(queryClient.getQueryData(queryKeys.serverStatus)).toMatchObject({ players: 42 })
  stop()
})

test('reports changes of listings, and a possible one after each connection', async () => {
  const received: unknown[] = []
  const leave = subscribeToTeamListings((event) => received.push(event))
  const stop = listenToEvents(() => undefined)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  const gone = { change: 'gone', id: '5d1f4f6e-6f0e-4a1c-9a61-0b7d2b9f3c11' }
  await receive('team-listing', JSON.stringify(gone))
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(received).toEqual([null, gone, null])
  leave()
  stop()
})

test('an event whose schema cannot be loaded counts as missed', async () => {
  vi.doMock('#contract/team.ts', () => Promise.reject(new Error('the chunk is missing')))
  const received: unknown[] = []
  const leave = subscribeToTeamListings((event) => received.push(event))
  const items = await show(queryKeys.shopItems)
  const stop = listenToEvents(() => undefined)
  await receive('team-listing', '{"change":"gone","id":"5d1f4f6e-6f0e-4a1c-9a61-0b7d2b9f3c11"}')
  expect(received).toEqual([null])
  expect(items.request).toHaveBeenCalledOnce()
  leave()
  items.stop()
  stop()
})

test('ignores a payload that does not fit', async () => {
  const received = vi.fn<() => void>()
  const leave = subscribeToTeamListings(received)
  const stop = listenToEvents(received)
  await receive('purchase', '{}')
  await receive('purchase', 'no JSON')
  await receive('team-listing', '{"change":"made"}')
  await receive('server-status', '{"players":42}')
  expect(received).not.toHaveBeenCalled()
  expect(queryClient.getQueryData(queryKeys.serverStatus)).toBeUndefined()
  leave()
  stop()
})
