import { afterEach, expect, test, vi } from 'vitest'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { arrivedAfter, noneArrived, openCheckoutTab, type Arrivals } from './pack-checkout.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function stubTab() {
  const tab = {
    closed: false,
    opener: 'the shop',
    document: { title: '', documentElement: { lang: '' }, body: { textContent: '', style: {} } },
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
  const open = vi.fn<() => typeof tab>(() => tab)
  vi.stubGlobal('window', { open })
  return { tab, open }
}

test('the tab shows a text while it waits, then the payment page, which cannot reach this one', () => {
  const { tab, open } = stubTab()
  const opened = openCheckoutTab('Opening…')
  expect(open).toHaveBeenCalledWith('about:blank', '_blank')
  expect(tab.document.title).toBe('Opening…')
  expect(tab.document.documentElement.lang).toBe('fr')
  expect(tab.document.body.textContent).toBe('Opening…')
  expect(opened?.show('https://stripe.test/pay')).toBe(true)
  expect(tab.location.replace).toHaveBeenCalledWith('https://stripe.test/pay')
  expect(tab.opener).toBeNull()
})

test('a tab that was closed in the meantime shows nothing', () => {
  const { tab } = stubTab()
  const opened = openCheckoutTab('Opening…')
  tab.closed = true
  expect(opened?.show('https://stripe.test/pay')).toBe(false)
  expect(tab.location.replace).not.toHaveBeenCalled()
})

test('returns null when the browser blocks the tab', () => {
  vi.stubGlobal('window', { open: () => null })
  expect(openCheckoutTab('Opening…')).toBeNull()
  const { tab } = stubTab()
  tab.closed = true
  expect(openCheckoutTab('Opening…')).toBeNull()
})

const anna = account('76561198006409530')
const boris = account('76561198006409531')

function account(text: string): SteamId64 {
  const result = parseSteamId(text)
  if (!result.ok) throw new Error(`no Steam ID: ${text}`)
  return result.steamId64
}

function after(...kr: readonly (number | null)[]): Arrivals {
  return kr.reduce(
    (before, now) => arrivedAfter(before, { steamId: anna, kr: now }, anna),
    noneArrived,
  )
}

test('neither an unknown nor the first known balance counts as an arrival', () => {
  expect(after(null).arrivedKr).toBe(0)
  expect(after(null, 700).arrivedKr).toBe(0)
})

test('a rise of the balance counts', () => {
  expect(after(700, 1250).arrivedKr).toBe(550)
  expect(after(700, 1200, 1250).arrivedKr).toBe(550)
})

test('spending does not reduce the arrivals', () => {
  expect(after(700, 1250, 200).arrivedKr).toBe(550)
  expect(after(700, 200, 750).arrivedKr).toBe(550)
})

test('another player’s Kr do not count', () => {
  const before = after(700)
  expect(arrivedAfter(before, { steamId: boris, kr: 9000 }, anna)).toBe(before)
})

test('the same balance again changes nothing', () => {
  const before = after(700, 1250)
  expect(arrivedAfter(before, { steamId: anna, kr: 1250 }, anna)).toBe(before)
})
