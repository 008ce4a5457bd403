import { afterEach, expect, test, vi } from 'vitest'
import { openOrderRequest } from '#contract/checkout.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import {
  checkoutApi,
  openOrderBody,
  payPalCallbacks,
  requestOrder,
  type Answer,
  type CheckoutApi,
} from './checkout-api.ts'
import type { PaymentEvent } from './checkout-state.ts'
import type { OpenedOrder } from './opened-order.ts'

afterEach(() => void vi.unstubAllGlobals())

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

function createApi() {
  return {
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: pending })),
    captureOrder: vi.fn<CheckoutApi['captureOrder']>(async () => ({ ok: true, value: settled })),
  }
}

test('an order without an approval is only fetched', async () => {
  const api = createApi()
  expect(await requestOrder(api, order)).toMatchObject({
    request: 'fetch',
    answer: { value: pending },
  })
  expect(api.captureOrder).not.toHaveBeenCalled()
})

test('an approved order is captured', async () => {
  const event = await requestOrder(createApi(), approved)
  expect(event).toMatchObject({ request: 'capture', answer: { value: settled } })
})

test('an approved order that cannot be captured is fetched instead, as a response to the capture', async () => {
  const api = createApi()
  const problem = new ApiProblem('order_not_payable', 409)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  const event = await requestOrder(api, approved)
  expect(event).toMatchObject({ request: 'capture', answer: { value: pending } })
})

test('while the provider is unreachable the order stays unconfirmed', async () => {
  const api = createApi()
  const problem = new ApiProblem('payment_provider_unavailable', 503)
  api.captureOrder.mockResolvedValue({ ok: false, problem })
  expect(await requestOrder(api, approved)).toMatchObject({ answer: { ok: false, problem } })
  expect(api.fetchOrder).not.toHaveBeenCalled()
})

const settledView = orderView({ status: 'settled' })

function refused(code: ProblemCode): Answer<never> {
  return { ok: false, problem: new ApiProblem(code, 500) }
}

function setUp() {
  const api = {
    createPayPalOrder: vi.fn<CheckoutApi['createPayPalOrder']>(async () => ({
      ok: true,
      value: { paypalOrderId: 'PAYPAL-1' },
    })),
    captureOrder: vi.fn<CheckoutApi['captureOrder']>(async () => ({
      ok: true,
      value: settledView,
    })),
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: settledView })),
  }
  const dispatched: PaymentEvent[] = []
  const actions = { restart: vi.fn<() => void>() }
  return {
    api,
    dispatched,
    actions,
    callbacks: payPalCallbacks(api, 'order-1', (event) => dispatched.push(event)),
  }
}

test('PayPal gets the order that our server created', async () => {
  const { api, dispatched, callbacks } = setUp()
  expect(await callbacks.createOrder()).toBe('PAYPAL-1')
  expect(api.createPayPalOrder).toHaveBeenCalledWith('order-1')
  expect(dispatched).toEqual([{ type: 'started' }])
})

test('after the approval our server captures, and its response is dispatched', async () => {
  const { dispatched, actions, callbacks } = setUp()
  await callbacks.onApprove({}, actions)
  expect(dispatched).toMatchObject([
    { type: 'approved' },
    { type: 'answered', request: 'capture', answer: { value: settledView } },
  ])
  expect(actions.restart).not.toHaveBeenCalled()
})

test('a closed or failed window ends the payment with the reason', () => {
  const { dispatched, callbacks } = setUp()
  callbacks.onCancel()
  callbacks.onError()
  expect(dispatched).toEqual([
    { type: 'ended', reason: 'cancelled' },
    { type: 'ended', reason: 'failed' },
  ])
})

test('a declined payment lets the buyer choose another payment method', async () => {
  const { api, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_declined'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).toHaveBeenCalledOnce()
})

test('a capture without a response is not restarted', async () => {
  const { api, dispatched, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_provider_unavailable'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).not.toHaveBeenCalled()
  expect(dispatched.at(-1)).toMatchObject({ request: 'capture', answer: { ok: false } })
})

test('an order that our server rejects stops PayPal', async () => {
  const { api, dispatched, callbacks } = setUp()
  api.createPayPalOrder.mockResolvedValue(refused('rate_limited'))
  await expect(callbacks.createOrder()).rejects.toThrow('rate_limited')
  expect(dispatched.at(-1)).toEqual({ type: 'start_refused', code: 'rate_limited' })
})

test('an order that is no longer payable is fetched, because it may be paid already', async () => {
  const { api, dispatched, callbacks } = setUp()
  api.createPayPalOrder.mockResolvedValue(refused('order_not_payable'))
  await expect(callbacks.createOrder()).rejects.toThrow('order_not_payable')
  expect(dispatched.at(-1)).toMatchObject({ request: 'fetch', answer: { value: settledView } })
})

const item: CartItem = {
  id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 25,
  duration: 3,
}

function bodyOf(cartItem: CartItem) {
  const steamId = parseSteamId('76561198006409531')
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const buyer = { steamId: steamId.steamId64, discordUsername: 'nadia', listedAsDonor: true }
  return openOrderBody(cartItem, buyer, null)
}

test('one item is sent, with its total as decimal euros', () => {
  expect(bodyOf(item)).toEqual({
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    listedAsDonor: true,
    discordAvatarUrl: null,
    items: [item],
    totalPrice: '25.00',
  })
})

test('the colour is sent as it is in the cart', () => {
  const color = { r: 12, g: 200, b: 255 }
  const tag: CartItem = { ...item, name: 'Name Color Tag', type: 'Name Color Tag', color }
  expect(openOrderRequest.parse(bodyOf(tag)).items[0].color).toEqual(color)
})

test('the server accepts the body, even with a corrected price with cents', () => {
  const read = openOrderRequest.parse(JSON.parse(JSON.stringify(bodyOf({ ...item, price: 24.5 }))))
  expect(read.items[0].priceCents).toBe(2450)
  expect(read.totalCents).toBe(2450)
})

test('a claim sends the transaction id of the receipt', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(settled))
  vi.stubGlobal('fetch', fetch)
  expect(await checkoutApi.claimPayment('order 1', '8XY')).toMatchObject({ ok: true })
  const [address, request] = fetch.mock.lastCall ?? []
  expect(address).toBe('/api/orders/order%201/claim')
  expect(request?.body).toBe(JSON.stringify({ transactionId: '8XY' }))
})
