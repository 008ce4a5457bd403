import { afterEach, expect, test, vi } from 'vitest'
import { openOrder } from '#contract/checkout.ts'
import { legalVersion } from '#contract/legal.ts'
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
  sharedPayPalCallbacks,
  type Answer,
  type CheckoutApi,
} from './checkout-api.ts'
import type { ButtonEvent, PaymentEvent } from './checkout-state.ts'
import type { OpenedOrder } from './opened-order.ts'

afterEach(() => void vi.unstubAllGlobals())

const order: OpenedOrder = {
  orderId: 'order-1',
  item: { id: 'item-1', name: 'Priority Queue', type: 'Priority Queue', price: 10, duration: 1 },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
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
  const buyer = {
    steamId: steamId.steamId64,
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: true,
  }
  return openOrderBody(cartItem, buyer, null)
}

test('one item is sent, with its total as decimal euros', () => {
  expect(bodyOf(item)).toEqual({
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: true,
    discordAvatarUrl: null,
    items: [item],
    totalPrice: '25.00',
    agreedTerms: legalVersion,
  })
})

test('the colour is sent as it is in the cart', () => {
  const color = { r: 12, g: 200, b: 255 }
  const tag: CartItem = { ...item, name: 'Name Color Tag', type: 'Name Color Tag', color }
  expect(openOrder.body.parse(bodyOf(tag)).items[0].color).toEqual(color)
})

test('the server accepts the body, even with a corrected price with cents', () => {
  const read = openOrder.body.parse(JSON.parse(JSON.stringify(bodyOf({ ...item, price: 24.5 }))))
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

const orderIds = ['order-1', 'order-2']

function setUpShared() {
  const api = {
    createSharedPayPalOrder: vi.fn<CheckoutApi['createSharedPayPalOrder']>(async () => ({
      ok: true,
      value: { paypalOrderId: 'PAYPAL-1' },
    })),
    captureSharedOrder: vi.fn<CheckoutApi['captureSharedOrder']>(async () => ({
      ok: true,
      value: { orders: [settledView, orderView({ id: 'order-2' })] },
    })),
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: settledView })),
  }
  const reported: ButtonEvent[] = []
  const answered = new Map<string, PaymentEvent>()
  const callbacks = sharedPayPalCallbacks(api, orderIds, {
    all: (event) => reported.push(event),
    each: (events) => events.forEach((event, orderId) => answered.set(orderId, event)),
  })
  return { api, reported, answered, callbacks, actions: { restart: vi.fn<() => void>() } }
}

test('one payment of several orders is captured once, and each gets its own answer', async () => {
  const { api, reported, answered, callbacks, actions } = setUpShared()
  expect(await callbacks.createOrder()).toBe('PAYPAL-1')
  expect(api.createSharedPayPalOrder).toHaveBeenCalledWith(orderIds)
  await callbacks.onApprove({}, actions)
  expect(api.captureSharedOrder).toHaveBeenCalledWith('PAYPAL-1')
  expect(reported).toEqual([{ type: 'started' }, { type: 'approved' }])
  expect([...answered.values()]).toMatchObject([
    { request: 'capture', answer: { value: { status: 'settled' } } },
    { request: 'capture', answer: { value: { status: 'pending' } } },
  ])
  expect(actions.restart).not.toHaveBeenCalled()
})

test('an order that the answer lacks stays approved, so that it is requested again', async () => {
  const { api, answered, callbacks, actions } = setUpShared()
  api.captureSharedOrder.mockResolvedValue({ ok: true, value: { orders: [settledView] } })
  await callbacks.onApprove({}, actions)
  expect(answered.get('order-2')).toMatchObject({
    answer: { ok: false, problem: { code: 'unexpected_answer' } },
  })
})

test('a declined payment of several can be tried again in the same window', async () => {
  const { api, answered, callbacks, actions } = setUpShared()
  api.captureSharedOrder.mockResolvedValue(refused('payment_declined'))
  await callbacks.onApprove({}, actions)
  expect(answered.size).toBe(2)
  expect(actions.restart).toHaveBeenCalledOnce()
})

test('where several cannot be paid any more, each is fetched to show why', async () => {
  const { api, answered, callbacks, actions } = setUpShared()
  api.createSharedPayPalOrder.mockResolvedValue(refused('order_not_payable'))
  await expect(callbacks.createOrder()).rejects.toThrow('order_not_payable')
  expect([...answered.keys()]).toEqual(orderIds)
  expect(answered.get('order-1')).toMatchObject({ request: 'fetch' })
  api.captureSharedOrder.mockResolvedValue(refused('order_not_payable'))
  await callbacks.onApprove({}, actions)
  expect(answered.get('order-2')).toMatchObject({ request: 'capture' })
})

test('a failed start and a closed window are reported once for all', async () => {
  const { api, reported, callbacks } = setUpShared()
  api.createSharedPayPalOrder.mockResolvedValue(refused('payment_provider_unavailable'))
  await expect(callbacks.createOrder()).rejects.toThrow('payment_provider_unavailable')
  callbacks.onCancel()
  callbacks.onError()
  expect(reported.slice(1)).toEqual([
    { type: 'start_refused', code: 'payment_provider_unavailable' },
    { type: 'ended', reason: 'cancelled' },
    { type: 'ended', reason: 'failed' },
  ])
})

test('the calls about several orders use the agreed addresses, with a key that fits a header', async () => {
  const calls: [string, string, string | null][] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { body, headers }: { body: string; headers: HeadersInit }) => {
      calls.push([path, body, new Headers(headers).get('idempotency-key')])
      return Response.json(path.endsWith('capture') ? { orders: [] } : { paypalOrderId: 'PP/1' })
    },
  )
  const ten = Array.from({ length: 10 }, () => crypto.randomUUID())
  await checkoutApi.createSharedPayPalOrder(ten)
  await checkoutApi.createSharedPayPalOrder(ten)
  await checkoutApi.captureSharedOrder('PP/1')
  expect(calls.map(([path]) => path)).toEqual([
    '/api/paypal-orders',
    '/api/paypal-orders',
    '/api/paypal-orders/PP%2F1/capture',
  ])
  expect(calls[0]?.[1]).toBe(JSON.stringify({ orderIds: ten }))
  const keys = calls.map(([, , key]) => key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]?.length).toBeLessThan(256)
})

test('what the staff need goes with the order, and the version of the texts that the page shows', () => {
  const reskin: CartItem = {
    id: crypto.randomUUID(),
    name: 'Top Reskin Basic',
    type: 'Reskin',
    price: 15,
    details: ' a wolf\n',
  }
  const steamId = parseSteamId(order.steamId)
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const buyer = {
    steamId: steamId.steamId64,
    discordUsername: 'nadia',
    forSomebodyElse: true,
    listedAsDonor: false,
  }
  const body = openOrderBody(reskin, buyer, null)
  expect(openOrder.body.parse(body)).toMatchObject({
    details: 'a wolf',
    forSomebodyElse: true,
    agreedTerms: legalVersion,
  })
  expect(body.items[0]).not.toHaveProperty('details')
  // What was typed for another product is nothing the staff asked for.
  expect(openOrderBody({ ...order.item, details: 'a wolf' }, buyer, null)).not.toHaveProperty(
    'details',
  )
})
