import { expect, test, vi } from 'vitest'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem } from '#web/api/client.ts'
import { askOrder } from './ask-order.ts'
import type { CheckoutApi } from './checkout-api.ts'
import type { OpenedOrder } from './opened-order.ts'

const order: OpenedOrder = {
  orderId: 'order-1',
  item: { id: 'item-1', name: 'Priority Queue', type: 'Priority Queue', price: 10, duration: 1 },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  listedAsDonor: false,
  phase: 'open',
  status: null,
}
const approved: OpenedOrder = { ...order, phase: 'approved' }
const pending = orderView({ steamId: order.steamId })
const settled = orderView({ steamId: order.steamId, status: 'settled' })

function anApi() {
  return {
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: pending })),
    captureOrder: vi.fn<CheckoutApi['captureOrder']>(async () => ({ ok: true, value: settled })),
  }
}

test('an order without an approval is only looked at', async () => {
  const api = anApi()
  expect(await askOrder(api, order)).toMatchObject({ question: 'look', answer: { value: pending } })
  expect(api.captureOrder).not.toHaveBeenCalled()
})

test('an approved order is collected by asking', async () => {
  const event = await askOrder(anApi(), approved)
  expect(event).toMatchObject({ question: 'capture', answer: { value: settled } })
})

test('an approved order that cannot be collected is looked at instead, and that word counts', async () => {
  const api = anApi()
  const problem = new ApiProblem('order_not_payable', 409)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  const event = await askOrder(api, approved)
  expect(event).toMatchObject({ question: 'capture', answer: { value: pending } })
})

test('while the provider is away the question stays open', async () => {
  const api = anApi()
  const problem = new ApiProblem('payment_provider_unavailable', 503)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  expect(await askOrder(api, approved)).toMatchObject({ answer: { ok: false, problem } })
  expect(api.fetchOrder).not.toHaveBeenCalled()
})
