import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { listenToEvents } from '#web/app/events.ts'
import { storedSteamId } from '#web/features/accounts/stored-player.ts'
import { readBalance, refreshBalance, watchBalance } from './balance.ts'

const anna = '76561198006409530'
const boris = '76561198000000001'

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
  vi.unstubAllGlobals()
})

function watch(): void {
  stops = [watchBalance(() => undefined), listenToEvents(() => undefined)]
}

function receiveEvent(balance: number): void {
  const data = JSON.stringify({ balance })
  FakeEventSource.newest?.dispatchEvent(new MessageEvent('balance', { data }))
}

test('without a Steam ID the balance is 0, and nothing is requested', () => {
  watch()
  expect(readBalance()).toEqual({ steamId: null, kr: 0 })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(requested).toEqual([])
})

test('is not known until the server has answered', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 550)
  watch()
  expect(readBalance()).toEqual({ steamId: anna, kr: null })
  await vi.waitFor(() => expect(readBalance()).toEqual({ steamId: anna, kr: 550 }))
})

test('follows the server’s balance events', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch()
  await vi.waitFor(() => expect(readBalance().kr).toBe(100))
  receiveEvent(650)
  expect(readBalance()).toEqual({ steamId: anna, kr: 650 })
})

test('an event wins over the response to an earlier request', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch()
  receiveEvent(650)
  await refreshOnce()
  expect(readBalance().kr).toBe(650)
})

test('refetches when the visitor or the network returns, and after a lost connection', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch()
  await vi.waitFor(() => expect(readBalance().kr).toBe(100))
  balances.set(anna, 200)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(readBalance().kr).toBe(200))
  balances.set(anna, 300)
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(readBalance().kr).toBe(300))
  balances.set(anna, 400)
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  await vi.waitFor(() => expect(readBalance().kr).toBe(400))
})

test('never shows another player’s balance', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  balances.set(boris, 7)
  watch()
  storedSteamId.write(boris)
  expect(readBalance()).toEqual({ steamId: boris, kr: null })
  await vi.waitFor(() => expect(readBalance()).toEqual({ steamId: boris, kr: 7 }))
})

test('keeps the balance while the server is unreachable', async () => {
  stored.set('userSteamId', anna)
  balances.set(anna, 100)
  watch()
  await vi.waitFor(() => expect(readBalance().kr).toBe(100))
  balances.clear()
  await refreshBalance()
  expect(readBalance().kr).toBe(100)
})

/** Waits for the response to the request of `watch`. */
async function refreshOnce(): Promise<void> {
  await vi.waitFor(() => expect(requested).toContain(anna))
  await new Promise((resolve) => setTimeout(resolve))
}
