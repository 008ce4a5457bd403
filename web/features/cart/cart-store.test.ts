import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from '#domain/cart.ts'

const oneMonth: Omit<CartItem, 'id'> = {
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 10,
  duration: 1,
}

class MemoryStorage {
  readonly entries = new Map<string, string>()
  full = false
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.entries.set(key, text)
  }
}

let storage = new MemoryStorage()
let page = new EventTarget()

function writeInOtherTab(items: readonly CartItem[]): void {
  storage.entries.set('cart', JSON.stringify(items))
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }))
}

function storedCart(): unknown {
  return JSON.parse(storage.getItem('cart') ?? 'null')
}

beforeEach(() => {
  vi.resetModules()
  storage = new MemoryStorage()
  page = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', page)
})
// Other test files share the process.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an added item is stored under the key cart, with a new id', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const id = addToCart(oneMonth)
  expect(storedCart()).toEqual([{ id, ...oneMonth }])
})

test('two equal items are two entries', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  addToCart(oneMonth)
  addToCart(oneMonth)
  expect(new Set(readCart().map((item) => item.id)).size).toBe(2)
})

test('the list is the same object until it changes, so that pages do not render in a loop', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  addToCart(oneMonth)
  expect(readCart()).toBe(readCart())
})

test('a removed item can be put back where it was', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart, removeFromCart } = await import('./cart-store.ts')
  const first = addToCart(oneMonth)
  const second = addToCart(oneMonth)
  const undo = removeFromCart(first)
  expect(readCart().map((item) => item.id)).toEqual([second])
  undo()
  undo()
  expect(readCart().map((item) => item.id)).toEqual([first, second])
})

test('a changed item keeps its id, its place and the changes of another tab', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { changeInCart, readCart } = await import('./cart-store.ts')
  const first = addToCart(oneMonth)
  const second = addToCart(oneMonth)
  const color = { r: 1, g: 2, b: 3 }
  writeInOtherTab(readCart().map((item) => ({ ...item, type: 'Name Color Tag', color })))
  changeInCart(first, (item) => ({ ...item, id: 'another', duration: 3, price: 25 }))
  expect(storedCart()).toEqual([
    { id: first, ...oneMonth, type: 'Name Color Tag', color, duration: 3, price: 25 },
    { id: second, ...oneMonth, type: 'Name Color Tag', color },
  ])
})

test('changing a removed item does not restore it', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { changeInCart, readCart, removeFromCart } = await import('./cart-store.ts')
  const id = addToCart(oneMonth)
  removeFromCart(id)
  changeInCart(id, (item) => item)
  expect(readCart()).toEqual([])
})

test('a listener is called for changes here and in other tabs until it unsubscribes', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart, subscribeToCart } = await import('./cart-store.ts')
  const counts: number[] = []
  const stop = subscribeToCart(() => counts.push(readCart().length))
  addToCart(oneMonth)
  writeInOtherTab([])
  stop()
  addToCart(oneMonth)
  expect(counts).toEqual([1, 0])
})

test('adding an item keeps those that another tab added in the meantime', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  addToCart(oneMonth)
  writeInOtherTab([...readCart(), { id: '7f3a2f0e-1e8b-4c64-8f4d-2c3b9a5d6e22', ...oneMonth }])
  addToCart(oneMonth)
  expect(readCart()).toHaveLength(3)
})

test('unreadable entries are dropped with one warning and taken out of storage', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  storage.entries.set('cart', '[null, {"name": "Tank"}]')
  const { readCart, subscribeToCart } = await import('./cart-store.ts')
  subscribeToCart(() => {})
  expect(readCart()).toEqual([])
  expect(storedCart()).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
})

test('adding an item drops no entry that can be read, and the next page takes out the others', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  storage.entries.set('cart', JSON.stringify([null, { ...oneMonth, id: 'none' }]))
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart, subscribeToCart } = await import('./cart-store.ts')
  const id = addToCart(oneMonth)
  subscribeToCart(() => {})
  expect(readCart()).toMatchObject([oneMonth, { ...oneMonth, id }])
  expect(storedCart()).toEqual(readCart())
})

test('a corrected price is stored in euros and survives being read again', async () => {
  const { addToCart } = await import('./stored-cart.ts')
  const { correctCartPrice } = await import('./cart-store.ts')
  correctCartPrice(addToCart(oneMonth), 1250)
  vi.resetModules()
  const reloaded = await import('./cart-store.ts')
  expect(reloaded.readCart()[0]?.price).toBe(12.5)
})

test('without browser storage the cart stays in memory', async () => {
  storage.full = true
  const { addToCart } = await import('./stored-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  addToCart(oneMonth)
  expect(readCart()).toHaveLength(1)
})
