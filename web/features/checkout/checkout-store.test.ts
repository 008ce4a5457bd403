import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneMonth as item } from '#test/factories/cart-item.ts'

const order = {
  orderId: 'order-1',
  item,
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
  listedAsDonor: false,
  itemIds: [item.id],
}

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

// A fresh module is like a reloaded page.
async function reload() {
  vi.resetModules()
  return import('./use-checkout.ts')
}

test('an approval survives a reload', async () => {
  const { dispatch } = await reload()
  dispatch({ type: 'opened', order })
  dispatch({
    type: 'payment',
    orderId: 'order-1',
    event: { type: 'approved', paypalOrderId: 'PAYPAL-1' },
  })
  const after = await reload()
  expect(after.readCheckout().orders).toEqual([
    { ...order, paypalOrderId: 'PAYPAL-1', phase: 'approved', status: null },
  ])
})

test('the state after an event can be read at once', async () => {
  const { readCheckout, dispatch } = await reload()
  dispatch({ type: 'opening', itemIds: [item.id] })
  expect(readCheckout().openingItemIds).toEqual([item.id])
})
