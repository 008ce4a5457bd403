import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { beginAttempt, endAttempt, readAttempts } from './attempts.ts'

let kept = new Map<string, string>()
const now = Date.UTC(2026, 0, 1)
const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function account(text: string): SteamId64 {
  const result = parseSteamId(text)
  if (!result.ok) throw new Error(`no Steam ID: ${text}`)
  return result.steamId64
}

const purchase = {
  steamId: account('76561198006409530'),
  itemId: 'a',
  itemName: 'Camo',
  priceKr: 500,
}

test('the same purchase without an answer keeps its key, also after a reload', () => {
  const first = beginAttempt(purchase, now)
  expect(beginAttempt({ ...purchase }, now + 1000)).toEqual(first)
  expect(readAttempts(now + 1000)).toEqual([first])
})

test('once answered, the next purchase of the same skin is another one', () => {
  const first = beginAttempt(purchase, now)
  endAttempt(first)
  expect(readAttempts(now)).toEqual([])
  expect(beginAttempt(purchase, now).key).not.toBe(first.key)
})

test.each([
  ['account', { steamId: account('76561198006409531') }],
  ['skin', { itemId: 'b' }],
  ['name', { itemName: 'Camo II' }],
  ['price', { priceKr: 400 }],
])('another %s is another purchase', (_, change) => {
  const first = beginAttempt(purchase, now)
  const second = beginAttempt({ ...purchase, ...change }, now)
  expect(second.key).not.toBe(first.key)
  endAttempt(first)
  expect(readAttempts(now)).toEqual([second])
})

test('a day later it is another purchase', () => {
  const first = beginAttempt(purchase, now)
  expect(beginAttempt(purchase, now + day).key).not.toBe(first.key)
})

test.each(['nonsense', '{}', '[1,null,{}]', '[{"key":"k","steamId":"1","itemId":"a"}]'])(
  'stored %s is nothing',
  (text) => {
    kept.set('skinAttempts', text)
    expect(readAttempts(now)).toEqual([])
    expect(beginAttempt(purchase, now).itemName).toBe('Camo')
  },
)
