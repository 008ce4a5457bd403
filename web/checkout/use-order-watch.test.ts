import { expect, test, vi } from 'vitest'
import type { OrderView } from '../../contract/checkout.ts'
import { ApiProblem } from '../api/client.ts'
import type { CheckoutApi } from './checkout-api.ts'
import type { OpenedOrder } from './opened-orders.ts'
import { askOrder } from './use-order-watch.ts'

const order: OpenedOrder = {
  itemId: 'item-1',
  orderId: 'order-1',
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  approved: false,
}
const pending: OrderView = { id: 'order-1', status: 'pending', items: [], totalCents: 1000 }
const settled: OrderView = { ...pending, status: 'settled' }

function anApi() {
  return {
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: pending })),
    captureOrder: vi.fn<CheckoutApi['captureOrder']>(async () => ({ ok: true, value: settled })),
  }
}

test('an order without an approval is only looked at', async () => {
  const api = anApi()
  expect(await askOrder(api, order)).toEqual({ ok: true, value: pending })
  expect(api.captureOrder).not.toHaveBeenCalled()
})

test('an approved order is collected by asking', async () => {
  expect(await askOrder(anApi(), { ...order, approved: true })).toEqual({
    ok: true,
    value: settled,
  })
})

test('an approved order that cannot be collected is looked at instead', async () => {
  const api = anApi()
  const problem = new ApiProblem('order_not_payable', 409)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  expect(await askOrder(api, { ...order, approved: true })).toEqual({ ok: true, value: pending })
})

test('while the provider is away the question stays open', async () => {
  const api = anApi()
  const problem = new ApiProblem('payment_provider_unavailable', 503)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  expect(await askOrder(api, { ...order, approved: true })).toEqual({ ok: false, problem })
  expect(api.fetchOrder).not.toHaveBeenCalled()
})
