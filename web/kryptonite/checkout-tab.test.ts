import { afterEach, expect, test, vi } from 'vitest'
import { openCheckoutTab } from './checkout-tab.ts'

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

test('the tab says what it waits for, then shows the payment page, which knows nothing of ours', () => {
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

test('a tab that was closed meanwhile shows nothing', () => {
  const { tab } = stubTab()
  const opened = openCheckoutTab('Opening…')
  tab.closed = true
  expect(opened?.show('https://stripe.test/pay')).toBe(false)
  expect(tab.location.replace).not.toHaveBeenCalled()
})

test('a browser that refuses tabs gives none', () => {
  vi.stubGlobal('window', { open: () => null })
  expect(openCheckoutTab('Opening…')).toBeNull()
  const { tab } = stubTab()
  tab.closed = true
  expect(openCheckoutTab('Opening…')).toBeNull()
})
