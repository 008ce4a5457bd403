import { QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { listenToEvents } from '#web/app/events.ts'
import { queryClient } from '#web/app/query-client.ts'
import { balanceQuery, useBalance } from './balance.ts'

const anna = account('76561198006409530')
const boris = account('76561198000000001')

function account(text: string): SteamId64 {
  if (!isSteamId64(text)) throw new Error(`no Steam ID: ${text}`)
  return text
}

const page = new EventTarget()
const stored = new Map<string, string>()
const balances = new Map<string, number>()
const requested: string[] = []
let stops: (() => void)[] = []

beforeEach(() => {
  stored.clear()
  balances.clear()
  requested.length = 0
  FakeEventSource.opened = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }))
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    const steamId = path.replace('/api/krypto-balance/', '')
    requested.push(steamId)
    const balance = balances.get(steamId)
    return balance === undefined ? new Response('', { status: 503 }) : Response.json({ balance })
  })
})

afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  queryClient.clear()
  vi.unstubAllGlobals()
})

function watch(steamId: SteamId64 | null): void {
  const observer = new QueryObserver(queryClient, balanceQuery(steamId))
  stops.push(
    observer.subscribe(() => undefined),
    listenToEvents(() => undefined),
  )
}

const known = (steamId: SteamId64 | null): number | undefined =>
  queryClient.getQueryData(balanceQuery(steamId).queryKey)?.balance

function receiveEvent(balance: number): void {
  const data = JSON.stringify({ balance })
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data }))
}

function Shown() {
  return JSON.stringify(useBalance())
}

test('on the server it is 0, whatever that machine has stored', () => {
  stored.set('userSteamId', anna)
  queryClient.setQueryData(balanceQuery(anna).queryKey, { balance: 7 })
  expect(renderToStaticMarkup(<Shown />)).toContain('{&quot;steamId&quot;:null,&quot;kr&quot;:0}')
  expect(requested).toEqual([])
})

test('without a Steam ID nothing is requested', async () => {
  watch(null)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  await queryClient.refetchQueries()
  expect(requested).toEqual([])
})

test('is not known until the server has answered', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 550)
  watch(anna)
  expect(known(anna)).toBeUndefined()
  await vi.waitFor(() => expect(known(anna)).toBe(550))
})

test('follows the server’s balance events', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch(anna)
  await vi.waitFor(() => expect(known(anna)).toBe(100))
  receiveEvent(650)
  await vi.waitFor(() => expect(known(anna)).toBe(650))
})

test('an event wins over the response to an earlier request', async () => {
  stored.set('userSteamId', anna)
  const response = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => response.promise)
  watch(anna)
  receiveEvent(650)
  response.resolve(Response.json({ balance: 100 }))
  await vi.waitFor(() => expect(known(anna)).toBe(650))
  expect(queryClient.isFetching()).toBe(0)
})

test('refetches after a lost connection', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch(anna)
  await vi.waitFor(() => expect(known(anna)).toBe(100))
  balances.set(anna, 400)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  await vi.waitFor(() => expect(known(anna)).toBe(400))
})

test('never shows another player’s balance', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  balances.set(boris, 7)
  watch(anna)
  await vi.waitFor(() => expect(known(anna)).toBe(100))
  expect(known(boris)).toBeUndefined()
  watch(boris)
  await vi.waitFor(() => expect(known(boris)).toBe(7))
  expect(known(anna)).toBe(100)
})

test('keeps the balance while the server is unreachable', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch(anna)
  await vi.waitFor(() => expect(known(anna)).toBe(100))
  balances.clear()
  await queryClient.refetchQueries()
  expect(requested).toEqual([anna, anna])
  expect(known(anna)).toBe(100)
})
