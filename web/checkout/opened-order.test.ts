import { expect, test } from 'vitest'
import {
  formatOpenedOrders,
  mayBePaid,
  parseOpenedOrders,
  type OpenedOrder,
} from './opened-order.ts'

const order: OpenedOrder = {
  orderId: 'order-1',
  item: {
    id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
    name: 'Priority Queue',
    type: 'Priority Queue',
    price: 10,
    duration: 1,
  },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  listedAsDonor: true,
  phase: 'open',
  status: null,
}

const reload = (orders: readonly OpenedOrder[]) =>
  parseOpenedOrders(JSON.parse(formatOpenedOrders(orders)))

test('an opened order survives a reload, and is asked about anew', () => {
  expect(reload([{ ...order, status: 'pending' }])).toEqual([order])
})

test.each([
  ['started', 'open'],
  ['capturing', 'approved'],
  ['approved', 'approved'],
] as const)('an order that is %s is %s after a reload', (phase, reloaded) => {
  expect(reload([{ ...order, phase }])).toEqual([{ ...order, phase: reloaded }])
})

test.each([
  ['open', 'pending', false],
  ['open', 'processing', true],
  ['started', null, true],
] as const)(
  'an order that is %s here and %s at our server may be paid: %s',
  (phase, status, may) => {
    expect(mayBePaid({ ...order, phase, status })).toBe(may)
  },
)

test.each([null, 7, {}, [null, 3, { orderId: 4 }], [{ ...order, item: { name: 'Tank' } }]])(
  'stored %j is read as no orders',
  (value) => {
    expect(parseOpenedOrders(value)).toEqual([])
  },
)
