import { beforeEach, expect, test, vi } from 'vitest'
import type { OpenedOrder } from './opened-orders.ts'

const first: OpenedOrder = {
  itemId: 'item-1',
  orderId: 'order-1',
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  approved: false,
}
const second: OpenedOrder = { ...first, itemId: 'item-2', orderId: 'order-2' }

const entries = new Map<string, string>()

beforeEach(() => {
  entries.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => entries.set(key, text),
  })
})

// A fresh module is what a reloaded page has.
async function reload() {
  vi.resetModules()
  return import('./opened-orders.ts')
}

test('an opened order survives a reload', async () => {
  const before = await reload()
  before.rememberOrder(first)
  before.markApproved('order-1', true)
  const after = await reload()
  expect(after.readOpenedOrders()).toEqual([{ ...first, approved: true }])
})

test('a new order for the same item takes the place of the old one, as the last', async () => {
  const { readOpenedOrders, rememberOrder } = await reload()
  rememberOrder(first)
  rememberOrder(second)
  rememberOrder({ ...first, orderId: 'order-3' })
  expect(readOpenedOrders().map(({ orderId }) => orderId)).toEqual(['order-2', 'order-3'])
})

test('a forgotten order is gone', async () => {
  const { forgetOrder, readOpenedOrders, rememberOrder } = await reload()
  rememberOrder(first)
  forgetOrder('order-1')
  expect(readOpenedOrders()).toEqual([])
})

test.each(['', '{', 'null', '[null, 3, {"orderId": 4}]', '{"a": 1}'])(
  'stored %j is read as no orders',
  async (stored) => {
    const { parseOpenedOrders } = await reload()
    expect(parseOpenedOrders(stored)).toEqual([])
  },
)
