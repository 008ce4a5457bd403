import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { retryAttempt, beginAttempt, buySkin, endAttempt, readAttempts } from './buy-skin.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const account = parseSteamId('76561198006409530')
if (!account.ok) throw new Error('no Steam ID')
const purchase = {
  steamId: account.steamId64,
  forSomebodyElse: false,
  itemId: '3f2a91c0-0000-4000-8000-000000000000',
  itemName: 'Camo',
  priceKr: 500,
}

/** Records each request and responds with the given responses in order. */
function server(...answers: readonly (Response | 'lost')[]) {
  const calls: { readonly key: string | null; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://localhost${path}`, init)
    calls.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
    const answer = answers[calls.length - 1] ?? 'lost'
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer
  })
  return calls
}

function refusal(code: string, status: number, detail = {}) {
  return Response.json({ code, status, ...detail }, { status })
}

test('a purchase returns the remaining balance, and the next one has another key', async () => {
  const calls = server(
    Response.json({ message: 'x', balance: 700 }),
    Response.json({ message: 'x', balance: 200 }),
  )
  expect(await buySkin(purchase)).toMatchObject({ kind: 'bought', balance: 700 })
  await buySkin(purchase)
  expect(calls[0]?.body).toEqual({
    steamId: purchase.steamId,
    itemId: purchase.itemId,
    itemName: 'Camo',
    itemPrice: 500,
  })
  expect(calls[0]?.key).toBeTruthy()
  expect(calls[1]?.key).not.toBe(calls[0]?.key)
})

test.each([
  ['a lost connection', 'lost' as const],
  ['a server error', refusal('internal_error', 500)],
  ['an unavailable database', refusal('database_unavailable', 503)],
  ['a response of a proxy', new Response('<html>', { status: 200 })],
])('%s leaves the outcome unknown, and a retry sends the same request', async (_, trouble) => {
  const calls = server(trouble, Response.json({ message: 'x', balance: 700 }))
  const unanswered = await buySkin(purchase)
  expect(unanswered.kind).toBe('unanswered')
  expect(readAttempts(Date.now())).toMatchObject([purchase])
  // The response is that of the first request, so the balance may be lower by now.
  expect(await retryAttempt(unanswered.attempt)).toMatchObject({ kind: 'bought', balance: null })
  expect(calls[1]).toEqual(calls[0])
  expect(readAttempts(Date.now())).toEqual([])
})

test('a retry in a second tab, after the first one got its response, does not buy again', async () => {
  const calls = server(
    'lost',
    Response.json({ message: 'x', balance: 700 }),
    Response.json({ message: 'x', balance: 700 }),
  )
  const { attempt } = await buySkin(purchase)
  await retryAttempt(attempt)
  await retryAttempt(attempt)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
})

test('repeating a purchase without a response retries that purchase', async () => {
  const calls = server('lost', Response.json({ message: 'x', balance: 700 }))
  await buySkin(purchase)
  expect((await buySkin(purchase)).kind).toBe('bought')
  expect(calls[1]).toEqual(calls[0])
})

test.each([
  ['a rate limit', 'rate_limited', () => refusal('rate_limited', 429)],
  ['a proxy', 'unexpected_answer', () => new Response('<html>', { status: 403 })],
])(
  '%s says nothing about an earlier request: the retry has the same key',
  async (_, code, early) => {
    const calls = server('lost', early(), Response.json({ message: 'x', balance: 700 }), early())
    await buySkin(purchase)
    expect(await buySkin(purchase)).toMatchObject({ kind: 'refused', problem: { code } })
    expect(readAttempts(Date.now())).toMatchObject([purchase])
    expect((await buySkin(purchase)).kind).toBe('bought')
    expect(calls[2]).toEqual(calls[0])
    // Nothing was done yet: no purchase is left to be checked.
    await buySkin(purchase)
    expect(readAttempts(Date.now())).toEqual([])
  },
)

test('after a refusal the next try is another request', async () => {
  const calls = server(
    refusal('insufficient_balance', 402, { balance: 120 }),
    refusal('price_changed', 409, { currentPriceKr: 900 }),
  )
  const poor = await buySkin(purchase)
  expect(poor).toMatchObject({
    kind: 'refused',
    problem: { code: 'insufficient_balance', balance: 120 },
  })
  expect(readAttempts(Date.now())).toEqual([])
  expect(await buySkin(purchase)).toMatchObject({
    kind: 'refused',
    problem: { code: 'price_changed', currentPriceKr: 900 },
  })
  expect(calls[1]?.key).not.toBe(calls[0]?.key)
})

let keptAttempts = new Map<string, string>()
const now = Date.UTC(2026, 0, 1)
const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  keptAttempts = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => keptAttempts.get(key) ?? null,
    setItem: (key: string, text: string) => keptAttempts.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function accountOf(text: string): SteamId64 {
  const result = parseSteamId(text)
  if (!result.ok) throw new Error(`no Steam ID: ${text}`)
  return result.steamId64
}

const tried = {
  steamId: accountOf('76561198006409530'),
  forSomebodyElse: false,
  itemId: 'a',
  itemName: 'Camo',
  priceKr: 500,
}

test('a purchase without a response keeps its key, even after a reload', () => {
  const first = beginAttempt(tried, now)
  expect(beginAttempt({ ...tried }, now + 1000)).toEqual(first)
  expect(readAttempts(now + 1000)).toEqual([first])
})

test('after a response, the next purchase of the same skin is another one', () => {
  const first = beginAttempt(tried, now)
  endAttempt(first)
  expect(readAttempts(now)).toEqual([])
  expect(beginAttempt(tried, now).key).not.toBe(first.key)
})

test.each([
  ['account', { steamId: accountOf('76561198006409531') }],
  ['skin', { itemId: 'b' }],
  ['name', { itemName: 'Camo II' }],
  ['price', { priceKr: 400 }],
])('another %s is another purchase', (_, change) => {
  const first = beginAttempt(tried, now)
  const second = beginAttempt({ ...tried, ...change }, now)
  expect(second.key).not.toBe(first.key)
  endAttempt(first)
  expect(readAttempts(now)).toEqual([second])
})

test('after a day it is another purchase', () => {
  const first = beginAttempt(tried, now)
  expect(beginAttempt(tried, now + day).key).not.toBe(first.key)
})

test.each(['nonsense', '{}', '[1,null,{}]', '[{"key":"k","steamId":"1","itemId":"a"}]'])(
  'stored %s gives no attempts',
  (text) => {
    keptAttempts.set('skinAttempts', text)
    expect(readAttempts(now)).toEqual([])
    expect(beginAttempt(tried, now).itemName).toBe('Camo')
  },
)
