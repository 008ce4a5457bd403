import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser } from '#test/fake-browser.ts'
import { removeFromCart } from '#web/features/cart/cart-store.ts'
import { addToCart } from '#web/features/cart/stored-cart.ts'
import { addHostedPress, removeHostedPress } from './hosted-presses.ts'

const oneMonth = {
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 10,
  duration: 1,
} as const

let browser = new FakeBrowser()
const pressed = (): string | undefined => browser.kept.get('hostedPresses')

beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a press is stored until its payment arrives, and the others stay', () => {
  const [first, second] = [addToCart(oneMonth), addToCart(oneMonth)]
  addHostedPress(second)
  expect(pressed()).toBe(second)
  addHostedPress(first)
  addHostedPress(first)
  expect(pressed()).toBe(`${first} ${second}`)
  removeHostedPress(first)
  expect(pressed()).toBe(second)
  removeHostedPress(second)
  expect(pressed()).toBe('')
})

test('the press of an item that has left the cart is removed', () => {
  const [first, second] = [addToCart(oneMonth), addToCart(oneMonth)]
  addHostedPress(first)
  removeFromCart(first)
  addHostedPress(second)
  expect(pressed()).toBe(second)
})
