import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carryToasts, currentToasts, dismiss, toast } from './toasts.ts'

const page = new EventTarget()
const stored = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  closeAll()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const paid = {
  title: 'Payé',
  description: 'Commande 7',
  tone: 'success',
  durationMs: null,
  actions: [
    { label: 'Ouvrir un ticket', href: 'https://discord.example/' },
    { label: 'Voir le reçu', href: '/orders/7' },
  ],
} as const

test('the next document shows the toasts that stay until they are closed, and no others', () => {
  const stop = carryToasts()
  toast(paid)
  toast({ title: 'Bienvenue' })
  page.dispatchEvent(new Event('pagehide'))
  stop()
  closeAll()

  carryToasts()()
  expect(currentToasts()).toEqual([expect.objectContaining({ ...paid, open: true })])
  closeAll()

  carryToasts()()
  expect(currentToasts()).toEqual([])
})

test('a page restored from the back-forward cache removes the stored toasts', () => {
  const stop = carryToasts()
  toast(paid)
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  stop()
  expect(stored.size).toBe(0)
})

test.each(['{', '7', '[null, 1, {"description": "no title"}]'])(
  'invalid stored toasts are left out: %s',
  (text) => {
    stored.set('toasts', text)
    carryToasts()()
    expect(currentToasts()).toEqual([])
  },
)

test('a link with an invalid address is left out', () => {
  const label = 'Voir'
  const actions = [
    { label, href: 'javascript:alert(1)' },
    { label, href: '/orders' },
  ]
  stored.set('toasts', JSON.stringify([{ title: 'Payé', actions }]))
  carryToasts()()
  expect(currentToasts()).toEqual([
    expect.objectContaining({ actions: [{ label, href: '/orders' }] }),
  ])
  closeAll()
})

function closeAll(): void {
  currentToasts().forEach(({ id }) => dismiss(id))
  vi.runAllTimers()
}
